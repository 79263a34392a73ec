// A host of the service, for the tests in this folder: `haze serve`, a page behind its service worker, or a page
// without one.
import type { SocketClass } from './realtime-client.ts';

/** The address of the service, and the credentials for clients. */
export interface Host {
  readonly base: string;
  readonly key: string;
  readonly realtime: string;
  readonly WebSocket: SocketClass;
  /** The `fetch` for clients; if undefined, clients use their own. */
  readonly fetch?: typeof fetch | undefined;
  /** True if the platform sends a body with GET requests, as Node does. */
  readonly hasBodyWithGet: boolean;
}

/** A webhook delivery, over any transport. */
export interface Delivered {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver of webhook deliveries. */
export interface WebhookReceiver {
  readonly url: string;
  /** Returns the next delivery in the queue. */
  next(): Promise<Delivered>;
  close(): void;
}

/** A host that tests can disrupt. */
export interface LivingHost extends Host {
  /** The number of malformed requests to send to the host. */
  readonly fuzzRequests: number;
  /** Stops the service without notice, and restarts it at the same address. */
  restart(): Promise<void>;
  receiveWebhooks(): Promise<WebhookReceiver>;
  /** Prevents an open WebSocket from receiving anything more. */
  stall(socket: unknown): void;
}

/** Queues deliveries until a test requests them. */
export class DeliveryQueue {
  readonly #kept: Delivered[] = [];
  #wake: () => void = () => undefined;

  add(delivered: Delivered): void {
    this.#kept.push(delivered);
    this.#wake();
  }

  async next(): Promise<Delivered> {
    for (;;) {
      const first = this.#kept.shift();
      if (first) return first;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, as clients do
export type Answer = any;

/** Sends a request with the key, through the host's fetch. */
export async function call(
  host: Host,
  method: string,
  path: string,
  body?: object | string,
): Promise<{ status: number; answer: Answer }> {
  const send = host.fetch ?? fetch;
  const isText = typeof body === 'string';
  const response = await send(host.base + path, {
    method,
    headers: {
      ...(host.key !== '' && { Authorization: host.key }),
      ...(!isText && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
  return { status: response.status, answer: isJson ? JSON.parse(text) : text };
}

/**
 * Asserts a condition.
 * @throws Error that describes the failure
 */
export function must(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}
