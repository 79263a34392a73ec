// A client for realtime events, modelled on published clients: it opens a WebSocket, subscribes, and reconnects some
// time after the WebSocket closes. Uses only features that pages and Node share.

/** The members of a WebSocket that are used here, from a page or from `ws`. */
interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export type SocketClass = new (address: string, protocols: string[]) => unknown;

// biome-ignore lint/suspicious/noExplicitAny: messages are read field by field, as clients do
export type Message = any;

export interface RealtimeSettings {
  readonly address: string;
  readonly key: string;
  readonly WebSocket: SocketClass;
  /** The delay between the closing of the WebSocket and the next attempt. */
  readonly reconnectMs?: number;
}

function encodeHeader(key: string): string {
  const text = JSON.stringify({ host: 'api.example', authorization: key });
  return `header-${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

export class RealtimeClient {
  readonly #settings: RealtimeSettings;
  readonly #channels = new Map<
    string,
    { name: string; onEvent: (event: Message) => void; onReady: () => void }
  >();
  readonly #waiting = new Set<{
    matches: (message: Message) => boolean;
    resolve: (message: Message) => void;
  }>();
  #socket: Socket | undefined;
  #isClosing = false;
  #nextId = 1;
  /** Number of times that a WebSocket was opened and acknowledged. */
  connections = 0;

  constructor(settings: RealtimeSettings) {
    this.#settings = settings;
  }

  /** Opens the WebSocket, and rejects if the connection is refused. */
  async connect(): Promise<void> {
    const { address, key, WebSocket } = this.#settings;
    const socket = new WebSocket(address, [encodeHeader(key), 'aws-appsync-event-ws']) as Socket;
    this.#socket = socket;
    const acknowledged = this.next(({ type }) => type === 'connection_ack' || type === 'connection_error');
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = (event: { message?: string }) => reject(new Error(`refused: ${event.message ?? ''}`));
      socket.onmessage = ({ data }: { data: string }) => this.#receive(JSON.parse(data));
    });
    socket.onerror = () => undefined;
    socket.onclose = () => {
      if (!this.#isClosing) void this.#reconnect();
    };
    this.send({ type: 'connection_init' });
    const { type, message, connectionTimeoutMs } = await acknowledged;
    if (type === 'connection_error') {
      this.close();
      throw new Error(`refused: ${message}`);
    }
    if (typeof connectionTimeoutMs !== 'number') throw new Error('no timeout was told');
    this.connections += 1;
  }

  send(message: object): void {
    this.#socket!.send(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.#socket!.send(text);
  }

  /** Returns the next message with these fields. */
  next(matches: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => this.#waiting.add({ matches, resolve }));
  }

  /**
   * Subscribes now and after every reconnection; `onReady` is called each time the service has confirmed the
   * subscription.
   */
  async subscribe(
    name: string,
    onEvent: (event: Message) => void,
    onReady: () => void = () => undefined,
  ): Promise<string> {
    const id = `sub-${this.#nextId++}`;
    this.#channels.set(id, { name, onEvent, onReady });
    const confirmed = this.next((message) => message.id === id);
    this.#sendSubscription(id, name);
    const { type, errors } = await confirmed;
    if (type !== 'subscribe_success') {
      this.#channels.delete(id);
      throw new Error(`${type}: ${errors[0].errorType}`);
    }
    return id;
  }

  /** Resolves with a job's terminal status. Polls once per connection, and otherwise listens. */
  async waitFor(
    job: { readonly channel: string; readonly id: string },
    readStatus: () => Promise<string>,
  ): Promise<string> {
    return new Promise((resolve, reject) => {
      const take = (status: string) => {
        if (['Completed', 'Cancelled', 'Stopped'].includes(status)) resolve(status);
      };
      const listen = (event: Message) => {
        const ids = [event.taskId, event.taskID, event.buildId, event.buildID];
        if (ids.includes(job.id)) take(event.status ?? event.Status);
      };
      const ask = () => void readStatus().then(take, () => undefined);
      this.subscribe(job.channel, listen, ask).catch(reject);
    });
  }

  close(): void {
    this.#isClosing = true;
    this.#socket?.close(1000, 'client-close');
  }

  #sendSubscription(id: string, channel: string): void {
    const authorization = { host: 'api.example', authorization: this.#settings.key };
    this.send({ type: 'subscribe', id, channel, authorization });
  }

  async #reconnect(): Promise<void> {
    const { reconnectMs = 100 } = this.#settings;
    await new Promise((resolve) => setTimeout(resolve, reconnectMs));
    if (this.#isClosing) return;
    try {
      await this.connect();
      for (const [id, { name }] of this.#channels) this.#sendSubscription(id, name);
    } catch {
      void this.#reconnect();
    }
  }

  #receive(message: Message): void {
    for (const waiting of [...this.#waiting]) {
      if (!waiting.matches(message)) continue;
      this.#waiting.delete(waiting);
      waiting.resolve(message);
    }
    const channel = this.#channels.get(message.id);
    if (message.type === 'subscribe_success') channel?.onReady();
    if (message.type === 'data') channel?.onEvent(JSON.parse(message.event));
  }
}
