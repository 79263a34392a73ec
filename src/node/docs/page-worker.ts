// A worker that renders pages for a process's plugins, so that compilers stay warm between pages and the process can
// exit at any time. markdown-it renders synchronously, so this thread waits for the worker.
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { distUrl } from '../dist-url.ts';
import type { PageRequest, RenderedPage } from './render-page.ts';

/** Data for starting the worker. */
export interface PageWorkerData {
  readonly port: MessagePort;
  /** One integer: the number of results. */
  readonly answered: Int32Array;
}

export interface PageOrder {
  readonly id: number;
  readonly request: PageRequest;
}

export interface PageAnswer {
  readonly id: number;
  readonly page?: RenderedPage;
  readonly error?: string;
}

interface Waiting {
  readonly resolve: (page: RenderedPage) => void;
  readonly reject: (error: Error) => void;
}

export class PageWorker {
  readonly #port: MessagePort;
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    const workerData: PageWorkerData = { port: port2, answered: this.#answered };
    const worker = new Worker(distUrl('workers/docs-worker-node.js'), {
      workerData,
      transferList: [port2],
      execArgv: [],
    });
    worker.on('error', (error) => this.#fail(error));
    worker.unref();
    this.#port = port1;
    port1.on('message', (answer: PageAnswer) => this.#settle(answer));
    // Lets the process exit if no caller is waiting.
    port1.unref();
  }

  /** @throws Error for a fault in Haze itself, not in a program */
  renderAndWait(request: PageRequest): RenderedPage {
    const id = this.#post(request);
    for (;;) {
      const answered = Atomics.load(this.#answered, 0);
      for (let got = receiveMessageOnPort(this.#port); got; got = receiveMessageOnPort(this.#port)) {
        const answer = got.message as PageAnswer;
        if (answer.id === id) return pageOf(answer);
        this.#settle(answer);
      }
      Atomics.wait(this.#answered, 0, answered);
    }
  }

  /** Renders a page asynchronously, without blocking this thread. */
  render(request: PageRequest): Promise<RenderedPage> {
    return new Promise((resolve, reject) => {
      this.#port.ref();
      this.#waiting.set(this.#post(request), { resolve, reject });
    });
  }

  #post(request: PageRequest): number {
    const id = this.#nextId++;
    this.#port.postMessage({ id, request } satisfies PageOrder);
    return id;
  }

  #settle(answer: PageAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#port.unref();
    try {
      waiting?.resolve(pageOf(answer));
    } catch (error) {
      waiting?.reject(error as Error);
    }
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#port.unref();
  }
}

function pageOf({ page, error }: PageAnswer): RenderedPage {
  if (page) return page;
  throw new Error(error ?? 'The worker that builds programs has exited.');
}

// One worker per process, on the global object, so that all plugins and copies of this package share the compilers.
const SHARED = Symbol.for('haze.docs.page-worker');

/** This process's worker, started on first use. */
export function sharedPageWorker(): PageWorker {
  const holder = globalThis as { [SHARED]?: PageWorker };
  holder[SHARED] ??= new PageWorker();
  return holder[SHARED];
}
