// The page's WebSocket for realtime events. A service worker cannot serve WebSockets, so the page does. Job
// notifications feed a WebSocket to the service's realtime address, with the same session code as on a server. The
// browser handles WebSockets to other addresses. The service's key therefore never leaves the page.
import {
  findSocketOwner,
  REALTIME_PROTOCOL,
  readAuthorization,
  realtimeAddress,
} from '../../../api/realtime/handshake.ts';
import type { RealtimeSession } from '../../../api/realtime/realtime-session.ts';
import type { Services } from '../../../api/requests/services.ts';
import { loadPatiently } from '../../../jobs/compiling/load-patiently.ts';
import type { JobEvents } from '../../../jobs/records/job-events.ts';

export interface PageSocketOptions {
  readonly services: Services;
  readonly events: JobEvents;
  /** Aborted when the connection is closed; this also closes the connection's sockets. */
  readonly signal: AbortSignal;
}

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;
/** Close codes from RFC 6455. */
const CLOSE_GOING_AWAY = 1001;
const CLOSE_NO_STATUS = 1005;
const CLOSE_ABNORMAL = 1006;

type Handler = ((event: never) => unknown) | null;

/** A WebSocket served by the page, with the interface of `WebSocket`. */
class PageSocket extends EventTarget {
  static readonly CONNECTING = CONNECTING;
  static readonly OPEN = OPEN;
  static readonly CLOSING = CLOSING;
  static readonly CLOSED = CLOSED;
  readonly CONNECTING = CONNECTING;
  readonly OPEN = OPEN;
  readonly CLOSING = CLOSING;
  readonly CLOSED = CLOSED;
  readonly url: string;
  readonly extensions = '';
  readonly bufferedAmount = 0;
  binaryType: BinaryType = 'blob';
  onopen: Handler = null;
  onmessage: Handler = null;
  onclose: Handler = null;
  onerror: Handler = null;
  #readyState = CONNECTING;
  #protocol = '';
  #session: RealtimeSession | undefined;
  readonly #options: PageSocketOptions;
  readonly #goAway = () => this.#end(CLOSE_GOING_AWAY, 'the connection was closed');

  constructor(url: string, protocols: readonly string[], options: PageSocketOptions) {
    super();
    this.url = url;
    this.#options = options;
    options.signal.addEventListener('abort', this.#goAway);
    void this.#open(protocols);
  }

  get readyState(): number {
    return this.#readyState;
  }

  get protocol(): string {
    return this.#protocol;
  }

  /** Sends a string; the protocol uses only strings. */
  send(data: unknown): void {
    if (this.#readyState === CONNECTING) {
      throw new DOMException('The socket is not open yet.', 'InvalidStateError');
    }
    if (this.#readyState !== OPEN || typeof data !== 'string') return;
    const session = this.#session;
    queueMicrotask(() => session?.receive(data));
  }

  close(code: number = CLOSE_NO_STATUS, reason = ''): void {
    if (this.#readyState >= CLOSING) return;
    this.#readyState = CLOSING;
    queueMicrotask(() => this.#end(code, reason));
  }

  async #open(protocols: readonly string[]): Promise<void> {
    const { services, events, signal } = this.#options;
    const authorization = readAuthorization(protocols);
    const [owner, loaded] = await Promise.all([
      findSocketOwner(services, authorization),
      // Only pages that open a socket load the code that serves it.
      loadPatiently(() => import('../../../api/realtime/realtime-session.ts')),
    ]).catch(() => []);
    if (this.#readyState !== CONNECTING) return;
    const isRefused = loaded === undefined || !protocols.includes(REALTIME_PROTOCOL);
    // A client that reconnects after the connection was closed receives nothing.
    if (isRefused || signal.aborted) {
      this.#fire(new Event('error'));
      this.#end(CLOSE_ABNORMAL, '');
      return;
    }
    this.#protocol = REALTIME_PROTOCOL;
    this.#session = new loaded.RealtimeSession({
      shared: { subscriptions: 0 },
      socket: {
        send: (text) => this.#deliver(text),
        // Runs after earlier messages have been delivered.
        close: (code, reason) => queueMicrotask(() => this.#end(code, reason)),
      },
      events,
      services,
      userId: owner,
      authorization,
    });
    this.#readyState = OPEN;
    this.#fire(new Event('open'));
  }

  // Delivers asynchronously, like a network: a message must not arrive while the code that added the listener is
  // still running.
  #deliver(text: string): void {
    queueMicrotask(() => {
      if (this.#readyState === OPEN)
        this.#fire(new MessageEvent('message', { data: text, origin: this.url }));
    });
  }

  #end(code: number, reason: string): void {
    if (this.#readyState === CLOSED) return;
    this.#readyState = CLOSED;
    this.#session?.close();
    this.#options.signal.removeEventListener('abort', this.#goAway);
    this.#fire(new CloseEvent('close', { code, reason, wasClean: code !== CLOSE_ABNORMAL }));
  }

  #fire(event: Event): void {
    const handler = { open: this.onopen, message: this.onmessage, close: this.onclose, error: this.onerror };
    try {
      handler[event.type as keyof typeof handler]?.call(this, event as never);
    } catch (error) {
      // A failing listener does not affect the others, as with any event.
      reportError(error);
    }
    this.dispatchEvent(event);
  }
}

/** True if the address is the service's realtime address, whatever its scheme. */
function isAddressOf(address: string | URL, realtime: string): boolean {
  const url = new URL(address, document.baseURI);
  const place = new URL(realtime);
  return url.host === place.host && url.pathname.replace(/(?<!\/)\/+$/, '') === place.pathname;
}

/** The browser's `WebSocket`, except that the page serves sockets to the service's realtime address. */
export function createPageWebSocket(base: string, options: PageSocketOptions): typeof WebSocket {
  const realtime = realtimeAddress(base);
  return new Proxy(globalThis.WebSocket, {
    construct(native, given: [address: string | URL, protocols?: string | string[]], called) {
      const [address, protocols = []] = given;
      if (!isAddressOf(address, realtime)) return Reflect.construct(native, given, called);
      return new PageSocket(realtime, [protocols].flat(), options);
    },
  });
}
