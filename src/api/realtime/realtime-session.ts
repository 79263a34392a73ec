// The service's side of an open WebSocket: the AppSync Events protocol, version 2025 of its public description. It is
// independent of Node and browsers: the owner of the socket passes messages in and out.
//
// connection_init → connection_ack, then `ka` now and then subscribe {id, channel, authorization} → subscribe_success
// or subscribe_error; then data {id, event} unsubscribe {id} → unsubscribe_success or unsubscribe_error
import type { JobEvent, JobEvents } from '../../jobs/records/job-events.ts';
import { type BuildBody, builds, type TaskBody, tasks } from '../../jobs/records/records.ts';
import type { JobKind } from '../../jobs/records/states.ts';
import type { RecordType } from '../../store/contract/store.ts';
import { findKeyIds, findKeyOwner, readKey, unauthorized } from '../accounts/authentication.ts';
import { ID_PREFIXES } from '../requests/make-id.ts';
import { z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';
import { describeEvent, eventsOf, JOB_EVENTS, type JobEventName, textOf, textOfStep } from './event-text.ts';

/** Operations that a session needs on its socket. */
export interface SessionSocket {
  send(text: string): void;
  /** @param code as in WebSocket's close frames */
  close(code: number, reason: string): void;
}

export interface SessionOptions {
  readonly socket: SessionSocket;
  readonly events: JobEvents;
  readonly services: Services;
  /** Owner of the key that opened the socket; `''` without a key, undefined for an invalid key. */
  readonly userId: string | undefined;
  /** Total number of subscriptions on all of the owner's sockets. */
  readonly shared: { subscriptions: number };
  /** The key, as in an `Authorization` header: the session ends when the key is deleted. */
  readonly authorization: string | undefined;
}

/** Close code of a socket without a valid key: specific to Haze, in the range reserved for applications. */
export const CLOSE_UNAUTHORIZED = 4401;

/** Time without messages after which a client treats the connection as dead. */
const CONNECTION_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 60_000;
const MOST_SUBSCRIPTIONS = 100;
/** Maximum number of subscriptions on a socket without a key: its client follows only a few public jobs. */
const MOST_KEYLESS = 10;
/**
 * Maximum number of subscriptions on all of an account's sockets: sending an event to each subscription takes about 15
 * µs.
 */
const MOST_OF_ACCOUNT = 10_000;
const OWN_CHANNEL = /^\/?([a-z]+-[a-z]+)\/(?:usr_)?([0-9a-f]{32})$/;
const PUBLIC_CHANNEL = /^\/?public-(task|build)-status\/(?:tsk_|bld_)?([0-9a-f]{32})$/;

const JOBS = {
  build: { type: builds as RecordType<BuildBody | TaskBody>, prefix: ID_PREFIXES.BuildID },
  task: { type: tasks as RecordType<BuildBody | TaskBody>, prefix: ID_PREFIXES.TaskID },
} as const satisfies Record<JobKind, object>;

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

/** Events on a channel: from all of an account's jobs, or from a single public job. */
type Channel =
  | { readonly name: JobEventName; readonly userId: string }
  | { readonly name: JobEventName; readonly jobId: string };

interface Subscription {
  /** Absent for a channel that does not exist. */
  readonly channel: Channel | undefined;
  /** Events that arrive while the key is looked up: clients request a state as soon as they have subscribed. */
  held: JobEvent[] | undefined;
}

export class RealtimeSession {
  readonly #options: SessionOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #stopListening: () => void;
  readonly #stopWatching: () => void;
  /** Possible IDs of the session's key; see `findKeyIds`. */
  #keyIds: Promise<readonly string[]> | undefined;
  /**
   * The most recent check of a subscription. Checks run one after another, so that no client monopolises the store.
   */
  #check: Promise<unknown> = Promise.resolve();
  #checks = 0;
  #keepAlive: ReturnType<typeof setInterval> | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#stopListening = options.events.listen((event) => this.#tell(event));
    this.#stopWatching = options.services.store.onChange((changes) => {
      if (!options.userId) return;
      const isEverything = changes.some(({ what }) => what === 'everything');
      const gone = changes.flatMap((change) =>
        change.what === 'record' && change.kind === 'key' && change.gone ? [change.id] : [],
      );
      if (isEverything || gone.length > 0) void this.#checkKey(isEverything ? undefined : gone);
    });
  }

  /** Ends the session if its key is no longer valid. @param gone IDs of deleted keys; undefined for all keys */
  async #checkKey(gone: readonly string[] | undefined): Promise<void> {
    const { services, authorization, socket } = this.#options;
    if (gone) {
      // Finds the IDs only once, so that deleting other accounts' keys costs this session no reads.
      this.#keyIds ??= findKeyIds(services, readKey(authorization));
      const own = await this.#keyIds.catch(() => gone);
      if (!own.some((id) => gone.includes(id))) return;
    }
    const owner = await findKeyOwner(services, authorization).catch(() => '');
    if (owner === undefined) socket.close(CLOSE_UNAUTHORIZED, 'the key is no longer valid');
  }

  /** Processes a message from the client. */
  receive(text: string): void {
    if (this.#options.userId === undefined) {
      this.#refuseKey();
      return;
    }
    const message = parseMessage(text);
    if (message === undefined) {
      const problem =
        'The message must be connection_init, subscribe or unsubscribe, with all required fields.';
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
          message: 'Channels carry events of builds and tasks; clients cannot publish to them.',
        });
    }
  }

  /** Ends the session. */
  close(): void {
    this.#stopListening();
    this.#stopWatching();
    for (const id of this.#subscriptions.keys()) this.#remove(id);
    clearInterval(this.#keepAlive);
  }

  // Rejects the key on the open socket: clients report this message, but treat a rejected upgrade as a crash.
  #refuseKey(): void {
    const { message } = unauthorized();
    this.#send({
      type: 'connection_error',
      message,
      errors: [{ errorType: 'UnauthorizedException', message }],
    });
    this.#options.socket.close(CLOSE_UNAUTHORIZED, 'the key is not valid');
  }

  async #subscribe(message: Subscribe): Promise<void> {
    const { id } = message;
    const { userId, shared } = this.#options;
    const most = userId === '' ? MOST_KEYLESS : MOST_SUBSCRIPTIONS;
    const isFull =
      Math.max(this.#subscriptions.size, this.#checks) >= most || shared.subscriptions >= MOST_OF_ACCOUNT;
    if (this.#subscriptions.has(id) || isFull) {
      const problem = `Every subscription needs a different ID. A socket can have at most ${most} subscriptions, and an account at most ${MOST_OF_ACCOUNT}.`;
      return this.#refuse('subscribe_error', id, {
        errorType: 'DuplicatedOperationException',
        message: problem,
      });
    }
    const channel = maybeChannel(message.channel);
    const subscription: Subscription = { channel, held: [] };
    this.#subscriptions.set(id, subscription);
    shared.subscriptions += 1;
    const refusal = await this.#inTurn(() => this.#findRefusal(message, channel)).catch(() => ({
      errorType: 'InternalFailure',
      message: 'The key could not be checked. Subscribe again.',
    }));
    // The client has unsubscribed in the meantime, or the socket is gone.
    if (this.#subscriptions.get(id) !== subscription) return;
    if (refusal) {
      this.#remove(id);
      this.#refuse('subscribe_error', id, refusal);
      return;
    }
    this.#send({ type: 'subscribe_success', id });
    const { held = [] } = subscription;
    subscription.held = undefined;
    for (const event of held) this.#sendEvent(id, event, subscription);
  }

  async #inTurn<Result>(check: () => Promise<Result>): Promise<Result> {
    this.#checks += 1;
    const result = this.#check.then(check);
    this.#check = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#checks -= 1;
    }
  }

  async #findRefusal(
    { channel: named, authorization }: Subscribe,
    channel: Channel | undefined,
  ): Promise<Refusal | undefined> {
    const { userId, services } = this.#options;
    if (channel === undefined) {
      const message = `There is no channel "${named.slice(0, 80)}". The channels are: ${JOB_EVENTS.join(', ')}, each followed by /USER, and public-task-status/TASK and public-build-status/BUILD.`;
      return { errorType: 'UnknownChannelException', message };
    }
    if ('jobId' in channel) {
      const job = await services.store.get(JOBS[kindOf(channel.name)].type, channel.jobId);
      if (job?.body.IsPublic) return undefined;
      const message = `There is no public ${kindOf(channel.name)} "${channel.jobId}".`;
      return { errorType: 'UnknownChannelException', message };
    }
    const given = authorization?.authorization.trim();
    const owner = given ? await findKeyOwner(services, given) : userId;
    if (owner === userId && userId === channel.userId) return undefined;
    const message = 'Unauthorized: the key does not belong to the account that owns this channel.';
    return { errorType: 'UnauthorizedException', message };
  }

  #unsubscribe(id: string): void {
    if (this.#remove(id)) {
      this.#send({ type: 'unsubscribe_success', id });
      return;
    }
    const message = `There is no subscription "${id}".`;
    this.#refuse('unsubscribe_error', id, { errorType: 'UnknownOperationError', message });
  }

  #remove(id: string): boolean {
    const isThere = this.#subscriptions.delete(id);
    if (isThere) this.#options.shared.subscriptions -= 1;
    return isThere;
  }

  #tell(event: JobEvent): void {
    const names = eventsOf(event);
    for (const [id, subscription] of this.#subscriptions) {
      const { channel, held } = subscription;
      if (!channel || !names.includes(channel.name)) continue;
      if ('jobId' in channel ? channel.jobId !== event.id : channel.userId !== event.owner) continue;
      if (held) held.push(event);
      else this.#sendEvent(id, event, subscription);
    }
  }

  #sendEvent(id: string, event: JobEvent, subscription: Subscription): void {
    const { name } = subscription.channel!;
    if (name.endsWith('-status')) {
      this.#send({ type: 'data', id, event: textOfStep(event) });
      return;
    }
    void describeEvent(event, name, this.#options.services.store)
      .then((fields) => {
        if (this.#subscriptions.get(id) !== subscription) return;
        this.#send({ type: 'data', id, event: textOf(event, name, fields) });
      })
      // If the store fails, there are no counts, so the event is not sent. This is harmless, because clients also poll.
      .catch(() => undefined);
  }

  #refuse(type: string, id: string, refusal: Refusal): void {
    this.#send({ type, id, errors: [refusal] });
  }

  #send(message: object): void {
    this.#options.socket.send(JSON.stringify(message));
  }
}

function kindOf(name: JobEventName): JobKind {
  return name.startsWith('build') ? 'build' : 'task';
}

function maybeChannel(text: string): Channel | undefined {
  const [, kind, hex] = PUBLIC_CHANNEL.exec(text) ?? [];
  if (kind !== undefined) {
    const { prefix } = JOBS[kind as JobKind];
    return { name: `${kind as JobKind}-status`, jobId: `${prefix}_${hex}` };
  }
  const [, named, user] = OWN_CHANNEL.exec(text) ?? [];
  const name = JOB_EVENTS.find((known) => known === named);
  return name && { name, userId: `${ID_PREFIXES.UserID}_${user}` };
}

function parseMessage(text: string): Message | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
