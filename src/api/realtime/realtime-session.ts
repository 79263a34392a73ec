// The service's side of one open socket: the AppSync Events protocol, version 2025 of its public description. It is
// independent of Node and browsers: the owner of the socket passes texts in and out.
//
//   connection_init → connection_ack, then `ka` now and then
//   subscribe {id, channel, authorization} → subscribe_success or subscribe_error; then data {id, event}
//   unsubscribe {id} → unsubscribe_success or unsubscribe_error
import type { JobEvent, JobEvents } from '../../jobs/records/job-events.ts';
import { z } from '../requests/schema-language.ts';
import { textOfStep } from './event-text.ts';

/** Operations of a session on its socket. */
export interface SessionSocket {
  send(text: string): void;
  /** @param code as in WebSocket's close frames */
  close(code: number, reason: string): void;
}

export interface SessionOptions {
  readonly socket: SessionSocket;
  readonly events: JobEvents;
  /** Owner of the key that opened the socket. */
  readonly userId: string;
  /** Owner of the key in a header `Authorization`. */
  readonly authorize: (authorization: string) => Promise<string | undefined>;
}

/** Silence after which a client treats the connection as dead. */
const CONNECTION_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 60_000;
const MOST_SUBSCRIPTIONS = 100;
const CHANNEL = /^\/?(task|build)-status\/(?:usr_)?([0-9a-f]{32})$/;

const idSchema = z.string().min(1).max(128);
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_init') }),
  z.object({
    type: z.literal('subscribe'),
    id: idSchema,
    channel: z.string().max(500),
    authorization: z.object({ authorization: z.string().max(1000) }).optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), id: idSchema }),
  z.object({ type: z.literal('publish'), id: idSchema }),
]);

type Message = z.infer<typeof messageSchema>;
type Subscribe = Extract<Message, { type: 'subscribe' }>;

interface Refusal {
  readonly errorType: string;
  readonly message: string;
}

interface Subscription {
  readonly kind: JobEvent['kind'];
  /** Events during the look-up of the key: clients request a state as soon as they have subscribed. */
  held: JobEvent[] | undefined;
}

export class RealtimeSession {
  readonly #options: SessionOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #stopListening: () => void;
  #keepAlive: ReturnType<typeof setInterval> | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#stopListening = options.events.listen((event) => this.#tell(event));
  }

  /** Takes a text that the client has sent. */
  receive(text: string): void {
    const message = parseMessage(text);
    if (message === undefined) {
      const problem = 'The message is none of connection_init, subscribe and unsubscribe, or lacks a field.';
      this.#send({ type: 'error', errors: [{ errorType: 'BadRequestException', message: problem }] });
      return;
    }
    switch (message.type) {
      case 'connection_init':
        this.#send({ type: 'connection_ack', connectionTimeoutMs: CONNECTION_TIMEOUT_MS });
        this.#send({ type: 'ka' });
        this.#keepAlive ??= setInterval(() => this.#send({ type: 'ka' }), KEEP_ALIVE_MS);
        return;
      case 'subscribe':
        void this.#subscribe(message);
        return;
      case 'unsubscribe':
        this.#unsubscribe(message.id);
        return;
      case 'publish':
        this.#refuse('publish_error', message.id, {
          errorType: 'OperationNotSupportedException',
          message: 'Channels tell of builds and tasks; clients cannot publish to them.',
        });
    }
  }

  /** Ends the session. */
  close(): void {
    this.#stopListening();
    this.#subscriptions.clear();
    clearInterval(this.#keepAlive);
  }

  async #subscribe(message: Subscribe): Promise<void> {
    const { id } = message;
    if (this.#subscriptions.has(id) || this.#subscriptions.size >= MOST_SUBSCRIPTIONS) {
      const problem = `A subscription has an ID of its own, and a socket at most ${MOST_SUBSCRIPTIONS} of them.`;
      return this.#refuse('subscribe_error', id, {
        errorType: 'DuplicatedOperationException',
        message: problem,
      });
    }
    const kind = /^\/?build/.test(message.channel) ? 'build' : 'task';
    const subscription: Subscription = { kind, held: [] };
    this.#subscriptions.set(id, subscription);
    const refusal = await this.#findRefusal(message).catch(() => ({
      errorType: 'InternalFailure',
      message: 'The key could not be checked. Subscribe again.',
    }));
    // The client has unsubscribed meanwhile, or the socket is gone.
    if (this.#subscriptions.get(id) !== subscription) return;
    if (refusal) {
      this.#subscriptions.delete(id);
      this.#refuse('subscribe_error', id, refusal);
      return;
    }
    this.#send({ type: 'subscribe_success', id });
    const { held = [] } = subscription;
    subscription.held = undefined;
    for (const event of held) this.#sendStep(id, event);
  }

  async #findRefusal({ channel, authorization }: Subscribe): Promise<Refusal | undefined> {
    const [, , user] = CHANNEL.exec(channel) ?? [];
    if (user === undefined) {
      const message = `There is no channel "${channel.slice(0, 80)}". Those are: task-status/USER and build-status/USER.`;
      return { errorType: 'UnknownChannelException', message };
    }
    const { userId, authorize } = this.#options;
    const owner = authorization ? await authorize(authorization.authorization) : userId;
    if (owner === userId && userId.replace(/^usr_/, '') === user) return undefined;
    const message = 'Unauthorized: the key is not that of the account whose channel this is.';
    return { errorType: 'UnauthorizedException', message };
  }

  #unsubscribe(id: string): void {
    if (this.#subscriptions.delete(id)) {
      this.#send({ type: 'unsubscribe_success', id });
      return;
    }
    const message = `There is no subscription "${id}".`;
    this.#refuse('unsubscribe_error', id, { errorType: 'UnknownOperationError', message });
  }

  #tell(event: JobEvent): void {
    if (event.owner !== this.#options.userId) return;
    for (const [id, { kind, held }] of this.#subscriptions) {
      if (kind !== event.kind) continue;
      if (held) held.push(event);
      else this.#sendStep(id, event);
    }
  }

  #sendStep(id: string, event: JobEvent): void {
    this.#send({ type: 'data', id, event: textOfStep(event) });
  }

  #refuse(type: string, id: string, refusal: Refusal): void {
    this.#send({ type, id, errors: [refusal] });
  }

  #send(message: object): void {
    this.#options.socket.send(JSON.stringify(message));
  }
}

function parseMessage(text: string): Message | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
