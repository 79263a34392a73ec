// A builder that works in a worker, which is kept warm from build to build. A build that is cancelled or takes too long
// ends with its worker, and the next request starts another. How a worker is made differs between pages and Node.
import { HazeError } from '../errors/haze-error.ts';
import type { BuildRequest } from '../toolchain/build-result.ts';
import type { Builder, BuildOptions, BuildOutput } from './builder.ts';
import type { CompileAnswers, CompileMessage, CompileRequest } from './compile-messages.ts';

/** A worker that runs workers/compile-worker.ts, as pages and Node both can offer it. */
export interface CompileWorker {
  post(message: CompileRequest): void;
  onMessage(listener: (message: CompileMessage) => void): void;
  /** Called when the worker dies by itself, with what is known of the reason. */
  onFailure(listener: (reason: string) => void): void;
  terminate(): void;
}

export interface LoadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface CompileClientOptions {
  readonly createWorker: () => CompileWorker;
  /** Told while the compiler is loaded. */
  readonly onLoading?: (progress: LoadProgress) => void;
}

/** A builder whose worker can be loaded ahead and let go. */
export interface CompileClient extends Builder {
  /** Loads the compiler. @throws HazeError `toolchain-load-failed`, `compiler-died` */
  warm(): Promise<void>;
  /** Ends the worker. What it was doing is rejected; later requests start another. */
  close(): void;
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly onWorking: (() => void) | undefined;
}

type RequestWithoutId<Kind extends CompileRequest['kind']> = Omit<
  Extract<CompileRequest, { kind: Kind }>,
  'id'
>;

class WorkerBuilder implements CompileClient {
  readonly #options: CompileClientOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: CompileWorker | undefined;
  #version: Promise<string> | undefined;
  #nextId = 1;

  constructor(options: CompileClientOptions) {
    this.#options = options;
  }

  version(): Promise<string> {
    this.#version ??= this.#askTwice<'version'>({ kind: 'version' }).catch((error: unknown) => {
      this.#version = undefined;
      throw error;
    });
    return this.#version;
  }

  async warm(): Promise<void> {
    await this.#ask<'warm'>({ kind: 'warm' });
  }

  rewrite(module: Uint8Array): Promise<Uint8Array> {
    return this.#askTwice<'rewrite'>({ kind: 'rewrite', module });
  }

  async build(request: BuildRequest, { signal, timeLimitMs }: BuildOptions): Promise<BuildOutput> {
    signal.throwIfAborted();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const id = this.#nextId;
    const cancel = () => this.#end(died('it was ended with a build'), { id, reason: signal.reason });
    signal.addEventListener('abort', cancel);
    const startTimer = () => {
      const reason = timeLimitReached(timeLimitMs);
      timer = setTimeout(() => this.#end(died('it was ended with a build'), { id, reason }), timeLimitMs);
    };
    try {
      return await this.#ask<'build'>({ kind: 'build', request }, startTimer);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  }

  close(): void {
    this.#end(died('it was let go'));
  }

  // The worker may have been ended for the sake of a build that was cancelled.
  #askTwice<Kind extends CompileRequest['kind']>(
    request: RequestWithoutId<Kind>,
  ): Promise<CompileAnswers[Kind]> {
    return this.#ask<Kind>(request).catch((error: unknown) => {
      if (error instanceof HazeError && error.code === 'compiler-died') return this.#ask<Kind>(request);
      throw error;
    });
  }

  #ask<Kind extends CompileRequest['kind']>(
    request: RequestWithoutId<Kind>,
    onWorking?: () => void,
  ): Promise<CompileAnswers[Kind]> {
    const id = this.#nextId++;
    const worker = this.#start();
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (value: never) => void, reject, onWorking });
      worker.post({ ...request, id } as unknown as CompileRequest);
    });
  }

  #start(): CompileWorker {
    if (this.#worker) return this.#worker;
    const worker = this.#options.createWorker();
    this.#worker = worker;
    // Whatever a worker says after another has taken its place is out of date.
    worker.onMessage((message) => {
      if (worker === this.#worker) this.#receive(message);
    });
    worker.onFailure((reason) => {
      if (worker !== this.#worker) return;
      this.#end(died(reason));
    });
    return worker;
  }

  #receive(message: CompileMessage): void {
    if (message.kind === 'loading') {
      const { doneBytes, totalBytes } = message;
      this.#options.onLoading?.({ doneBytes, totalBytes });
      return;
    }
    const pending = this.#pending.get(message.id);
    if (message.kind === 'working') pending?.onWorking?.();
    else {
      this.#pending.delete(message.id);
      if (message.kind === 'answer') pending?.resolve(message.value as never);
      else pending?.reject(HazeError.fromJSON(message.error));
    }
  }

  /** Ends the worker. The request for whose sake that is, if any, has a reason of its own. */
  #end(reason: HazeError, cause?: { readonly id: number; readonly reason: unknown }): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const pending = [...this.#pending];
    this.#pending.clear();
    for (const [id, { reject }] of pending) reject(id === cause?.id ? cause.reason : reason);
  }
}

function died(reason: string): HazeError {
  return new HazeError(
    'compiler-died',
    `The compiler's worker died (${reason}). Too little memory is the usual reason: close other pages, or build less at once.`,
  );
}

function timeLimitReached(timeLimitMs: number): HazeError {
  return new HazeError('time-limit', `time limit of ${timeLimitMs / 1000} s for a build reached`);
}

/** Makes a builder. Its worker starts with the first request. */
export function createCompileClient(options: CompileClientOptions): CompileClient {
  return new WorkerBuilder(options);
}
