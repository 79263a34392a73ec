// Sends job events to webhooks. Each message is stored first, so that it survives a restart. A failed delivery is
// retried with increasing backoff and then abandoned. The sending function is passed in: HTTP in a server, an event on
// the page in browsers. Each webhook has its own queue, in the order of events. Accounts take turns at attempts
// (fair-turns.ts), so that an unresponsive endpoint delays only its own webhook.
import { messageOf } from '../../errors/message-of.ts';
import type { JobEvent } from '../../jobs/records/job-events.ts';
import { allRecords } from '../../store/contract/all-records.ts';
import { toHex } from '../../store/contract/random-bytes.ts';
import { openBody } from '../../store/contract/sealed-records.ts';
import { hmacSha256, sha256 } from '../../store/contract/sha256.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { describeEvent, eventsOf } from '../realtime/event-text.ts';
import { ID_PREFIXES, makeId } from '../requests/make-id.ts';
import type { Services } from '../requests/services.ts';
import { FairTurns } from './fair-turns.ts';
import {
  type DeliveryBody,
  type DeliveryStatus,
  deliveries,
  describeHosts,
  isAllowedWebhook,
  type WebhookBody,
  webhooks,
} from './webhooks.ts';

/** A message for a webhook. */
export interface WebhookMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookSenderOptions {
  readonly services: Services;
  /** Sends a message, and returns the HTTP status; rejects if there is no status. */
  readonly send: (message: WebhookMessage) => Promise<number>;
  /** Pauses before the second and later attempts; after the last attempt, a delivery fails permanently. */
  readonly retryMs?: readonly number[];
  /** True if other processes send from the same store; each message is then sent by only one of them. */
  readonly isShared?: boolean;
}

const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000];
/** Time after which another server's attempt must have finished, unless that server has stopped. */
const AWAIT_MS = 60_000;
/** Longest timer, which limits the delay of an attempt if the clock has been set back. */
const LONGEST_PAUSE_MS = 600_000;
const NAME_BYTES = 16;
/** Maximum number of stored deliveries for each webhook. */
const MOST_KEPT = 100;
/**
 * Maximum number of a webhook's pending deliveries. Further deliveries fail immediately, which the delivery log
 * reports.
 */
const MOST_WAITING = 1000;
/** Maximum number of simultaneous attempts. */
const TURNS = { most: 64, mostOfAccount: 4 };

/** The queue of a webhook. */
interface Queue {
  readonly id: string;
  readonly owner: string;
  isLooking: boolean;
  isAsked: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** Signature header: `t=<epoch seconds>,v1=<HMAC-SHA-256 of "<t>.<body>" in hexadecimal digits>`. */
async function sign(secret: string, seconds: number, body: string): Promise<string> {
  return `t=${seconds},v1=${toHex(await hmacSha256(secret, `${seconds}.${body}`))}`;
}

/** Reason not to send at all, in cases where waiting would not help. */
function maybeRefusal(
  webhook: StoredRecord<WebhookBody> | undefined,
  hosts: readonly string[],
): string | undefined {
  if (!webhook) return 'the webhook was deleted';
  if (webhook.body.Status !== 'active') return 'not sent: the webhook is disabled';
  if (isAllowedWebhook(webhook.body.URL, hosts)) return undefined;
  return `not sent: this installation sends webhooks only to ${describeHosts(hosts)} (--webhook-hosts)`;
}

export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #queues = new Map<string, Queue>();
  readonly #turns = new FairTurns(TURNS);
  #writing: Promise<void>;
  #isClosed = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#writing = this.#resume().catch((error) => this.#report(error));
  }

  /** Sends an event to its account's webhooks. */
  tell(event: JobEvent): void {
    // Writes run one after another, so that deliveries are in the order of events.
    this.#writing = this.#writing.then(() => this.#write(event)).catch((error) => this.#report(error));
  }

  /** Stops sending; pending deliveries continue on the next startup. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#queues.values()) clearTimeout(timer);
    await this.#writing;
  }

  /** Resumes the deliveries of an earlier process. */
  async #resume(): Promise<void> {
    const { store } = this.#options.services;
    for await (const { parent, owner } of allRecords(store, deliveries, { status: ['pending'] })) {
      if (this.#isClosed) return;
      if (!this.#queues.has(parent)) this.#look(parent, owner);
    }
  }

  async #write(event: JobEvent): Promise<void> {
    const { services } = this.#options;
    const { store, now } = services;
    const { owner } = event;
    const wanted = eventsOf(event);
    for await (const webhook of allRecords(store, webhooks, { owner })) {
      if (webhook.body.Status !== 'active') continue;
      for (const name of wanted.filter((known) => webhook.body.Events.includes(known))) {
        const id = await this.#nameDelivery(webhook.id, event, name);
        const payload = { id, event: name, createdAt: new Date(now()).toISOString() };
        const Payload = JSON.stringify({ ...payload, data: await describeEvent(event, name, store) });
        const key = { id, owner, parent: webhook.id, createdAt: now() };
        await store.transaction(async (tx) => {
          if (await tx.get(deliveries, id)) return;
          const waiting = await tx.count(deliveries, { owner, parent: webhook.id, status: ['pending'] });
          const isFull = waiting >= MOST_WAITING;
          const Attempts = isFull
            ? [{ Time: now(), Outcome: `not sent: ${waiting} other deliveries are waiting` }]
            : [];
          const NextAttemptAt = isFull ? Number.MAX_SAFE_INTEGER : now();
          const body = { Event: name, Payload, Attempts, NextAttemptAt };
          await tx.insert(deliveries, { ...key, status: isFull ? 'failed' : 'pending', body });
        });
        this.#look(webhook.id, owner);
      }
    }
  }

  /**
   * ID of a delivery. Several servers that process the same step derive the same ID, so the delivery is stored once.
   */
  async #nameDelivery(webhookId: string, { id, step }: JobEvent, name: string): Promise<string> {
    const { services, isShared = false } = this.#options;
    if (!isShared) return makeId(services, 'DeliveryID');
    const what = new TextEncoder().encode([webhookId, id, step, name].join(' '));
    const digest = await sha256(what);
    return `${ID_PREFIXES.DeliveryID}_${toHex(digest.subarray(0, NAME_BYTES))}`;
  }

  /** Delivers a webhook's due messages, both now and at the time of the next attempt. */
  #look(id: string, owner: string): void {
    const queue = this.#queues.get(id) ?? { id, owner, isLooking: false, isAsked: false };
    this.#queues.set(id, queue);
    queue.isAsked = true;
    if (queue.isLooking || this.#isClosed) return;
    queue.isLooking = true;
    void this.#deliverDue(queue)
      .catch((error) => this.#report(error))
      .finally(() => {
        queue.isLooking = false;
        if (queue.isAsked) this.#look(id, owner);
        else if (queue.timer === undefined) this.#queues.delete(id);
      });
  }

  async #deliverDue(queue: Queue): Promise<void> {
    const { services } = this.#options;
    const { id: parent, owner } = queue;
    while (queue.isAsked && !this.#isClosed) {
      queue.isAsked = false;
      clearTimeout(queue.timer);
      delete queue.timer;
      let nextMs = Number.POSITIVE_INFINITY;
      const waiting = { owner, parent, status: ['pending'] };
      for await (const delivery of allRecords(services.store, deliveries, waiting)) {
        if (this.#isClosed) return;
        const again = await this.#deliverInTurn(delivery);
        nextMs = Math.min(nextMs, again);
      }
      if (nextMs === Number.POSITIVE_INFINITY || this.#isClosed) continue;
      const pauseMs = Math.min(Math.max(0, nextMs - services.now()), LONGEST_PAUSE_MS);
      queue.timer = setTimeout(() => this.#look(parent, owner), pauseMs);
    }
  }

  /** Attempts a due delivery. Returns the time of the next check, or infinity. */
  async #deliverInTurn(delivery: StoredRecord<DeliveryBody>): Promise<number> {
    const { NextAttemptAt } = delivery.body;
    const { services, retryMs = RETRY_MS } = this.#options;
    const waitMs = NextAttemptAt - services.now();
    // No pause is this long, so the clock must have been set back; the delivery counts as due.
    const isFar = waitMs > Math.max(AWAIT_MS, ...retryMs);
    if (waitMs > 0 && !isFar) return NextAttemptAt;
    return this.#turns.take(delivery.owner, async () => {
      if (this.#isClosed) return Number.POSITIVE_INFINITY;
      // If another server has claimed the delivery, checks later whether that server has stopped.
      return (await this.#take(delivery)) ? this.#deliver(delivery) : services.now() + AWAIT_MS;
    });
  }

  /** Claims the next attempt: of several servers, the first to change the attempt's time makes the attempt. */
  async #take({ id, body }: StoredRecord<DeliveryBody>): Promise<boolean> {
    const { services, isShared = false } = this.#options;
    if (!isShared) return true;
    return services.store.transaction(async (tx) => {
      const now = await tx.get(deliveries, id);
      if (now?.status !== 'pending' || now.body.NextAttemptAt !== body.NextAttemptAt) return false;
      await tx.update(deliveries, id, { body: { ...now.body, NextAttemptAt: services.now() + AWAIT_MS } });
      return true;
    });
  }

  /** Attempts a delivery; returns the time of the next attempt, or infinity. */
  async #deliver(delivery: StoredRecord<DeliveryBody>): Promise<number> {
    const { services, retryMs = RETRY_MS } = this.#options;
    const { store, now } = services;
    const webhook = await store.get(webhooks, delivery.parent);
    const refusal = maybeRefusal(webhook, services.settings.webhookHosts);
    const outcome = refusal ?? (await this.#send(webhook!, delivery));
    const isDelivered = /^2\d\d$/.test(outcome);
    const Attempts = [...delivery.body.Attempts, { Time: now(), Outcome: outcome }];
    const pauseMs = retryMs[Attempts.length - 1];
    const isOver = isDelivered || refusal !== undefined || pauseMs === undefined;
    const status: DeliveryStatus = isDelivered ? 'delivered' : isOver ? 'failed' : 'pending';
    const NextAttemptAt = isOver ? Number.MAX_SAFE_INTEGER : now() + pauseMs;
    await store.transaction(async (tx) => {
      if (!(await tx.get(deliveries, delivery.id))) return;
      await tx.update(deliveries, delivery.id, {
        status,
        body: { ...delivery.body, Attempts, NextAttemptAt },
      });
      const current = await tx.get(webhooks, delivery.parent);
      if (!current) return;
      const FailureCount = current.body.FailureCount + (status === 'failed' ? 1 : 0);
      const last = { LastDeliveryStatus: outcome, LastDeliveryTime: now() };
      await tx.update(webhooks, current.id, { body: { ...current.body, FailureCount, ...last } });
    });
    await this.#dropOld(delivery);
    return isOver ? Number.POSITIVE_INFINITY : NextAttemptAt;
  }

  async #send(webhook: StoredRecord<WebhookBody>, delivery: StoredRecord<DeliveryBody>): Promise<string> {
    const { services, send } = this.#options;
    const { URL: url } = webhook.body;
    const { Event, Payload } = delivery.body;
    try {
      const secret = await openBody(services.store.vault, webhooks.kind, webhook.id, webhook.body);
      const headers = {
        'Content-Type': 'application/json',
        'Haze-Event': Event,
        'Haze-Delivery': delivery.id,
        'Haze-Signature': await sign(secret, Math.floor(services.now() / 1000), Payload),
      };
      return String(await send({ url, headers, body: Payload }));
    } catch (error) {
      return messageOf(error);
    }
  }

  async #dropOld({ owner, parent }: StoredRecord<DeliveryBody>): Promise<void> {
    const { store } = this.#options.services;
    const count = await store.count(deliveries, { owner, parent });
    if (count <= MOST_KEPT) return;
    const { records } = await store.list(deliveries, { owner, parent, limit: count - MOST_KEPT });
    await store.transaction(async (tx) => {
      for (const { id, status } of records) if (status !== 'pending') await tx.delete(deliveries, id);
    });
  }

  #report(error: unknown): void {
    // Ignores an attempt interrupted by closing: the attempt is repeated on the next startup.
    if (this.#isClosed) return;
    const { services } = this.#options;
    services.reportError({ id: toHex(services.random(8)), method: 'POST', path: 'webhook', error });
  }
}
