// Calls between a worker and its creator over a single channel, by comlink. Adds two features that comlink lacks:
// errors preserve their code and data, and calls to a worker that has crashed or stopped reject with the reason.
import { type Endpoint, expose, transferHandlers, wrap } from 'comlink';
import { HazeError } from '../../errors/haze-error.ts';

/** A worker that both pages and Node can create; it calls `serveWorker`. */
export interface RemoteWorker {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /**
   * Called if the worker dies unexpectedly, with the reason if it is known. `isHeapFull`: true if the worker's heap was
   * full.
   */
  onFailure(listener: (reason: string, isHeapFull?: boolean) => void): void;
  terminate(): void;
}

/** The part of a channel that comlink needs, given that nothing is transferred. */
interface Channel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: Event) => void): void;
}

/** Functions that one side offers to the other; each returns a promise. */
type Calls<Service> = { readonly [Name in keyof Service]: (...args: never[]) => Promise<unknown> };

/** The creator's side of a worker. */
export interface WorkerCalls<Service> {
  /** Calls the worker. Rejects with the worker's error, or with the reason why the worker stopped. */
  ask<Answer>(question: (service: Service) => Promise<Answer>): Promise<Answer>;
  /** Terminates the worker; open and later calls reject with the reason. */
  end(reason: unknown): void;
}

/**
 * Connects to a worker.
 * @param host functions that the worker may call
 * @param died the error for calls whose worker has crashed
 */
export function wrapWorker<Service extends Calls<Service>, Host extends Calls<Host>>(
  worker: RemoteWorker,
  host: Host,
  died: (reason: string, isHeapFull: boolean) => unknown,
): WorkerCalls<Service> {
  const waiting = new Set<(reason: unknown) => void>();
  let ended: { readonly reason: unknown } | undefined;
  const end = (reason: unknown) => {
    if (ended) return;
    ended = { reason };
    worker.terminate();
    for (const reject of waiting) reject(reason);
  };
  worker.onFailure((reason, isHeapFull = false) => {
    if (!ended) end(died(reason, isHeapFull));
  });
  const channel: Channel = {
    postMessage: (message) => {
      if (!ended) worker.post(message);
    },
    // Messages that were in transit when the worker stopped are ignored.
    addEventListener: (_type, listener) =>
      worker.onMessage((data) => {
        if (!ended) listener(new MessageEvent('message', { data }));
      }),
  };
  const service = serveWorker<Host, Service>(channel, () => host);
  // Using Promise.race against the worker's termination would keep every result alive for the worker's lifetime.
  const ask = <Answer>(question: (service: Service) => Promise<Answer>) =>
    new Promise<Answer>((resolve, reject) => {
      if (ended) return reject(ended.reason);
      waiting.add(reject);
      question(service)
        .then(resolve, reject)
        .finally(() => waiting.delete(reject));
    });
  return { ask, end };
}

/**
 * The worker's side: handles calls and makes its own over a single channel.
 * @param channel the worker's own channel: its global scope in pages, the parent port in Node
 * @param create creates the service, given the service of the other side
 */
export function serveWorker<Service extends Calls<Service>, Host extends Calls<Host>>(
  channel: Channel,
  create: (host: Host) => Service,
): Host {
  keepErrors();
  const endpoint = channel as unknown as Endpoint;
  const host = wrap(endpoint) as unknown as Host;
  expose(create(host), endpoint);
  return host;
}

/** comlink's own handler drops the fields of errors. Its handler table is shared by the whole thread. */
function keepErrors(): void {
  const { canHandle } = transferHandlers.get('throw')!;
  transferHandlers.set('throw', {
    canHandle,
    serialize: ({ value }: { readonly value: unknown }) => [toPlainError(value), []],
    deserialize: (error: PlainError) => {
      throw HazeError.fromJSON(error);
    },
  });
}

/** An error in the form that is sent between workers, without its cause. */
interface PlainError {
  readonly code: string;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

function toPlainError(error: unknown): PlainError {
  if (!(error instanceof HazeError)) {
    return { code: 'internal', message: `an error in Haze itself: ${describeFault(error)}` };
  }
  const { code, message } = error;
  try {
    return { code, message, data: structuredClone(error.data) };
  } catch {
    return { code, message };
  }
}

/** Message and stack of an error; some engines omit the message from the stack. */
function describeFault(error: unknown): string {
  const stack = (error as Partial<Error> | undefined)?.stack ?? '';
  return stack.includes(String(error)) ? stack : `${String(error)}\n${stack}`.trim();
}
