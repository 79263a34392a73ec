// Runs in a page: tests every operation of the published SDK, and the duties of every host of the service, against this
// page's service, with and without a service worker, and posts the outcomes. Then reloads the page, and finishes builds
// that began before the reload.
import type { Connection, ConnectOptions } from '../../src/client/index.ts';
import { DeliveryQueue, type LivingHost, type WebhookReceiver } from '../service/host.ts';
import { beginBuild, finishBuild, HOST_CHECKS, RELOAD_CHECK } from '../service/host-checks.ts';
import { type Outcome, runPublishedOperations } from '../service/published-operations.ts';
import { RealtimeClient } from '../service/realtime-client.ts';

// Loads the built library instead of its sources, so that this file is bundled without the library.
const LIBRARY = '/haze.js';
const { connect } = (await import(/* @vite-ignore */ LIBRARY)) as typeof import('../../src/client/index.ts');

const FUZZ_REQUESTS = 240;
const MODES = ['service-worker', 'page'] as const;

type Mode = (typeof MODES)[number];

/** A message posted by a page. */
export interface PagePosted {
  readonly mode: Mode | 'failed' | 'end';
  /** The current step, which is included in the report about a stalled page. */
  readonly doing?: string;
  readonly operations?: readonly Outcome[];
  /** Faults, keyed by the name of the check; empty if there are none. */
  readonly checks?: Readonly<Record<string, string>>;
}

/** A page that acts as a host whose connection stops and restarts. */
class PageHost implements LivingHost {
  readonly fuzzRequests = FUZZ_REQUESTS;
  readonly hasBodyWithGet = false;
  readonly #options: ConnectOptions;
  #connection: Connection;

  private constructor(options: ConnectOptions, connection: Connection) {
    this.#options = options;
    this.#connection = connection;
  }

  static async open(mode: Mode): Promise<PageHost> {
    const name = mode === 'page' ? 'published-alone' : 'published-served';
    const options: ConnectOptions = {
      base: `/${name}`,
      database: name,
      ...(mode === 'page' && { serviceWorker: false }),
    };
    const connection = await connect(options);
    if (connection.mode !== mode) throw new Error(`${connection.mode}: ${connection.reason}`);
    return new PageHost(options, connection);
  }

  get base() {
    return this.#connection.base;
  }
  get key() {
    return this.#connection.key;
  }
  get realtime() {
    return this.#connection.realtime;
  }
  get WebSocket() {
    return this.#connection.WebSocket;
  }
  // With a service worker, clients use the browser's own fetch.
  get fetch() {
    return this.#options.serviceWorker === false ? this.#connection.fetch : undefined;
  }

  async restart(): Promise<void> {
    const { realtime: address, key, WebSocket, close } = this.#connection;
    const closing = close();
    // Checks that a client that reconnects while the connection is closing is rejected. If its socket stayed open, it
    // would wait forever.
    const late = new RealtimeClient({ address, key, WebSocket });
    const outcome = await late.connect().then(
      () => 'opened',
      () => 'refused',
    );
    late.close();
    await closing;
    if (outcome === 'opened') throw new Error('a connection that closes has opened a socket');
    this.#connection = await connect(this.#options);
  }

  async receiveWebhooks(): Promise<WebhookReceiver> {
    const queue = new DeliveryQueue();
    const url = 'https://hooks.example/hook';
    const listen = ({ data }: MessageEvent) => {
      if (data.type === 'haze-webhook' && data.url === url) queue.add(data);
    };
    addEventListener('message', listen);
    return { url, next: () => queue.next(), close: () => removeEventListener('message', listen) };
  }

  stall(socket: unknown): void {
    (socket as WebSocket).onmessage = () => {
      throw new Error('a listener of the page that fails: this is meant to be');
    };
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

async function post(result: PagePosted): Promise<void> {
  await fetch('/results', { method: 'POST', body: JSON.stringify(result) });
}

async function failureOf(work: () => Promise<void>): Promise<string> {
  return work().then(
    () => '',
    (error: Error) => error.stack ?? error.message,
  );
}

async function runFirst(mode: Mode): Promise<void> {
  await post({ mode, doing: 'connecting' });
  const host = await PageHost.open(mode);
  const checks: Record<string, string> = {};
  await post({ mode, doing: 'every operation' });
  const operations = await runPublishedOperations(host);
  for (const [name, check] of Object.entries(HOST_CHECKS)) {
    await post({ mode, doing: name });
    checks[name] = await failureOf(() => check(host));
  }
  await post({ mode, operations, checks });
  sessionStorage.setItem(mode, await beginBuild(host));
  if (mode !== MODES.at(-1)) await host.close();
}

async function runAgain(mode: Mode): Promise<void> {
  await post({ mode, doing: 'connecting again' });
  const host = await PageHost.open(mode);
  await post({ mode, doing: RELOAD_CHECK });
  const build = sessionStorage.getItem(mode)!;
  await post({ mode, checks: { [RELOAD_CHECK]: await failureOf(() => finishBuild(host, build)) } });
  await host.close();
}

try {
  const isAgain = sessionStorage.getItem(MODES[0]) !== null;
  for (const mode of MODES) await (isAgain ? runAgain : runFirst)(mode);
  if (isAgain) await post({ mode: 'end' });
  else location.reload();
} catch (error) {
  await post({ mode: 'failed', checks: { all: String((error as Error).stack) } });
}
