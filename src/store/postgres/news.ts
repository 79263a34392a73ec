// Commits of other processes on the same database, by LISTEN and NOTIFY. Notices are part of the transaction that they
// report. After a lost connection, the records' times of change replace missed notices.
import type pg from 'pg';
import type { Change } from '../contract/store.ts';
import { type PostgresConnections, toConfig } from './connections.ts';
import { decodeText, encodeText, type Query } from './rows.ts';

/** PostgreSQL takes less than 8000 bytes. */
const MOST_BYTES = 7000;
const AGAIN_MS = 500;
/** Interval between attempts to connect. */
const BEAT_MS = 15_000;
/** Time after which a transaction that ran when the connection was lost has ended. */
const LONGEST_TRANSACTION = '60 seconds';

interface Notice {
  /** Identifier of the sending process. */
  readonly from: string;
  /** Kind, ID, status and a flag for removal; absent when everything may have changed. */
  readonly records?: readonly (readonly [string, string, string, 0 | 1])[];
}

/** Sends the changes to all other processes, in the transaction of `query`. */
export async function tellNews(
  query: Query,
  { channel, from, changes }: { channel: string; from: string; changes: readonly Change[] },
): Promise<void> {
  const texts = noticesOf(from, changes).map((notice) => JSON.stringify(notice));
  for (const text of texts) {
    await query({ name: 'tell', text: 'SELECT pg_notify($1, $2)', values: [channel, text] });
  }
}

function noticesOf(from: string, changes: readonly Change[]): Notice[] {
  if (changes.some(({ what }) => what === 'everything')) return [{ from }];
  const notices: { from: string; records: [string, string, string, 0 | 1][] }[] = [];
  let sizeBytes = Number.POSITIVE_INFINITY;
  for (const change of changes) {
    if (change.what !== 'record') continue;
    const { kind, id, status = '', gone } = change;
    const entry: [string, string, string, 0 | 1] = [kind, encodeText(id), encodeText(status), gone ? 1 : 0];
    const entryBytes = Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (sizeBytes + entryBytes > MOST_BYTES) {
      notices.push({ from, records: [] });
      sizeBytes = 100;
    }
    notices.at(-1)!.records.push(entry);
    sizeBytes += entryBytes;
  }
  return notices;
}

function changesOf({ records }: Notice): Change[] {
  if (!records) return [{ what: 'everything' }];
  return records.map(([kind, id, status, gone]) => ({
    what: 'record',
    kind,
    id: decodeText(id),
    gone: gone === 1,
    ...(status !== '' && { status: decodeText(status) }),
  }));
}

export interface PostgresNewsOptions {
  readonly connections: PostgresConnections;
  /** The channel of the namespace. */
  readonly channel: string;
  /** Identifier of this process, to skip its own notices. */
  readonly self: string;
  /** Check after each reconnection, and after a notice that everything may have changed. */
  readonly check: (query: Query) => Promise<void>;
  readonly tell: (changes: readonly Change[]) => void;
}

/** Listens until it is closed. */
export class PostgresNews {
  readonly #options: PostgresNewsOptions;
  #client: pg.Client | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last notice, by the database's clock; all notices until then have arrived. */
  #lastHeard: string | undefined;
  #isClosed = false;

  constructor(options: PostgresNewsOptions) {
    this.#options = options;
  }

  /** Starts listening. Later losses of the connection are repaired, however long that takes. */
  async start(): Promise<void> {
    const { connections, channel, check, tell } = this.#options;
    const client = await connections.connect();
    const query: Query = (statement) => client.query(toConfig(statement)) as never;
    try {
      client.on('notification', ({ payload = '' }) => this.#hear(JSON.parse(payload) as Notice, query));
      await client.query(`LISTEN "${channel}"`);
      if (this.#lastHeard !== undefined) {
        await check(query);
        const missed = await readChangedSince(query, this.#lastHeard);
        if (missed.length > 0) tell(missed);
      }
      this.#lastHeard = await readClock(query);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    client.once('end', () => this.#mendLater());
    if (this.#isClosed) await client.end();
    else this.#timer = setTimeout(() => this.#beat(client, query), BEAT_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  #hear(notice: Notice, query: Query): void {
    const { self, check, tell } = this.#options;
    if (notice.from === self) return;
    tell(changesOf(notice));
    if (!notice.records) check(query).catch(() => undefined);
  }

  /** A lost network sends no error, so a connection without an answer is closed. */
  #beat(client: pg.Client, query: Query): void {
    const tooLate = setTimeout(() => leave(client), BEAT_MS);
    readClock(query)
      .then((now) => {
        this.#lastHeard = now;
        if (!this.#isClosed) this.#timer = setTimeout(() => this.#beat(client, query), BEAT_MS);
      })
      .catch(() => leave(client))
      .finally(() => clearTimeout(tooLate));
  }

  #mendLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start().catch(() => this.#mendLater()), AGAIN_MS);
  }
}

/** Closes a connection without waiting for the other end. */
function leave(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

async function readClock(query: Query): Promise<string> {
  const { rows } = await query({ text: 'SELECT clock_timestamp()::text AS now' });
  return rows[0].now as string;
}

async function readChangedSince(query: Query, since: string): Promise<Change[]> {
  const { rows } = await query({
    text: `SELECT kind, id, status FROM records WHERE changed_at > $1::timestamptz - $2::interval AND status <> ''`,
    values: [since, LONGEST_TRANSACTION],
  });
  return changesOf({ from: '', records: rows.map(({ kind, id, status }) => [kind, id, status, 0]) });
}
