// Commits by other processes on the same database, through LISTEN and NOTIFY. NOTIFY locks the whole database until
// its commit. It is therefore sent after the commit that it reports, on a single connection that does not wait for
// the disk. Each commit has a number: if a number is missing, or the connection was lost, changes are found by the
// records' modification times instead.
import type pg from 'pg';
import type { Change } from '../contract/store.ts';
import { decodeText, encodeText, type Query } from '../sql/rows.ts';
import { type PostgresConnections, toConfig } from './connections.ts';

/** Maximum length of a notice; PostgreSQL accepts fewer than 8000 bytes. */
const MOST_BYTES = 7000;
const AGAIN_MS = 500;
/** Interval between checks of the connection and for missed numbers. */
const BEAT_MS = 5000;
const ANSWER_LIMIT_MS = 15_000;
/** Pause after a notice, so that a busy process sends the news of many commits together. */
const SEND_PAUSE_MS = 10;
/** Maximum time that closing waits for the last notice. */
const CLOSE_LIMIT_MS = 2000;
/**
 * Maximum number of transactions whose news is held back while the connection is lost; receivers find out about further
 * transactions from missing numbers.
 */
const MOST_WAITING = 10_000;
/** Time after which a transaction that was running when the connection was lost must have finished. */
const LONGEST_TRANSACTION = '60 seconds';

interface Notice {
  /** Identifier of the sending process. */
  readonly from: string;
  /** Kind, ID, status and a removal flag; absent if everything may have changed. */
  readonly records?: readonly (readonly [string, string, string, 0 | 1])[];
  /** Numbers of the transactions that this notice completes. Older programs send no numbers. */
  readonly numbers?: readonly number[];
}

/** Changes made by one transaction; empty if it failed. */
export interface News {
  readonly number?: number;
  readonly changes: readonly Change[];
}

/** Sends news to all other processes. */
export async function tellNews(
  query: Query,
  { channel, from, news }: { channel: string; from: string; news: readonly News[] },
): Promise<void> {
  for (const notice of noticesOf(from, news)) {
    const values = [channel, JSON.stringify(notice)];
    await query({ name: 'tell', text: 'SELECT pg_notify($1, $2)', values });
  }
}

function noticesOf(from: string, news: readonly News[]): Notice[] {
  const notices: { from: string; records?: [string, string, string, 0 | 1][]; numbers: number[] }[] = [];
  let sizeBytes = Number.POSITIVE_INFINITY;
  const roomFor = (part: unknown) => {
    const partBytes = Buffer.byteLength(JSON.stringify(part)) + 1;
    if (sizeBytes + partBytes > MOST_BYTES) {
      notices.push({ from, records: [], numbers: [] });
      sizeBytes = 100;
    }
    sizeBytes += partBytes;
    return notices.at(-1)!;
  };
  for (const { number, changes } of news) {
    for (const change of changes) {
      if (change.what === 'everything') notices.push({ from, numbers: [] });
      if (change.what === 'everything') sizeBytes = Number.POSITIVE_INFINITY;
      if (change.what !== 'record') continue;
      const { kind, id, status = '', gone } = change;
      const entry: [string, string, string, 0 | 1] = [kind, encodeText(id), encodeText(status), gone ? 1 : 0];
      roomFor(entry).records!.push(entry);
    }
    if (number !== undefined) roomFor(number).numbers.push(number);
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
  /** The namespace's channel. */
  readonly channel: string;
  /** Identifier of this process, used to skip its own notices. */
  readonly self: string;
  /** Check that runs after each reconnection, and after a notice that everything may have changed. */
  readonly check: (query: Query) => Promise<void>;
  readonly tell: (changes: readonly Change[]) => void;
}

/** Listens until it is closed. */
export class PostgresNews {
  readonly #options: PostgresNewsOptions;
  #client: pg.Client | undefined;
  #query: Query | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * The last heartbeat, by the database's clock. Numbers issued before it have either arrived or count as missed at
   * the next heartbeat.
   */
  #lastBeat: Beat | undefined;
  #waiting: News[] = [];
  #sending: Promise<void> | undefined;
  /** Numbers after `#heardAll` that have arrived or were taken by this process. */
  readonly #heard = new Set<number>();
  /** All numbers up to this number are settled. */
  #heardAll = 0;
  #isClosed = false;

  constructor(options: PostgresNewsOptions) {
    this.#options = options;
  }

  /** Starts listening. If the connection is lost later, it is restored, however long that takes. */
  async start(): Promise<void> {
    const { connections, channel, check } = this.#options;
    const client = await connections.connect();
    const query: Query = (statement) => client.query(toConfig(statement)) as never;
    try {
      client.on('notification', ({ payload = '' }) => this.#hear(JSON.parse(payload) as Notice, query));
      // Does not wait for the disk: only the commits reported by the news must be on disk.
      await client.query('SET synchronous_commit = off');
      await client.query(`LISTEN "${channel}"`);
      if (this.#lastBeat) {
        await check(query);
        await this.#tellMissed(query, this.#lastBeat);
      }
      this.#lastBeat = await readBeat(query);
      this.#heardAll = this.#lastBeat.number;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    this.#query = query;
    client.once('end', () => this.#mendLater());
    this.#sendWaiting();
    if (this.#isClosed) await client.end();
    else this.#timer = setTimeout(() => this.#beat(client, query), BEAT_MS);
  }

  /** Sends the news of a finished transaction, together with any news that arrives while the database is busy. */
  send(news: News): void {
    if (news.number !== undefined) this.#heard.add(news.number);
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(news);
    this.#sendWaiting();
  }

  #sendWaiting(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    const { channel, self } = this.#options;
    while (this.#query && this.#waiting.length > 0) {
      const news = this.#waiting;
      this.#waiting = [];
      try {
        await tellNews(this.#query, { channel, from: self, news });
      } catch {
        // Keeps the news if the connection is lost; receivers ignore duplicates.
        this.#waiting.unshift(...news);
        return;
      }
      if (!this.#isClosed) await new Promise((resolve) => setTimeout(resolve, SEND_PAUSE_MS));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // If the database is unresponsive, receivers will find the changes later.
    await Promise.race([
      this.#sending,
      new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref()),
    ]);
    await this.#client?.end().catch(() => undefined);
  }

  #hear(notice: Notice, query: Query): void {
    const { self, check, tell } = this.#options;
    if (notice.from === self) return;
    for (const number of notice.numbers ?? []) this.#heard.add(number);
    tell(changesOf(notice));
    if (!notice.records) check(query).catch(() => undefined);
  }

  /** A network failure may cause no error, so a connection that does not respond is closed. */
  #beat(client: pg.Client, query: Query): void {
    const tooLate = setTimeout(() => leave(client), ANSWER_LIMIT_MS);
    this.#catchUp(query)
      .then(() => {
        if (!this.#isClosed) this.#timer = setTimeout(() => this.#beat(client, query), BEAT_MS);
      })
      .catch(() => leave(client))
      .finally(() => clearTimeout(tooLate));
  }

  /**
   * Finds missed news: numbers issued before the last heartbeat for which no notice arrived, for example because a
   * process was killed.
   */
  async #catchUp(query: Query): Promise<void> {
    const last = this.#lastBeat!;
    const beat = await readBeat(query);
    let isMissed = false;
    for (; this.#heardAll < last.number; ) {
      this.#heardAll += 1;
      if (!this.#heard.delete(this.#heardAll)) isMissed = true;
    }
    if (isMissed) await this.#tellMissed(query, last);
    this.#lastBeat = beat;
  }

  async #tellMissed(query: Query, { time }: Beat): Promise<void> {
    const missed = await readChangedSince(query, time);
    if (missed.length > 0) this.#options.tell(missed);
  }

  #mendLater(): void {
    this.#query = undefined;
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start().catch(() => this.#mendLater()), AGAIN_MS);
  }
}

/** Closes a connection without waiting for the other end. */
function leave(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** The database's clock, and the latest news number. */
interface Beat {
  readonly time: string;
  readonly number: number;
}

async function readBeat(query: Query): Promise<Beat> {
  const { rows } = await query({
    text: `SELECT clock_timestamp()::text AS time,
      CASE WHEN is_called THEN last_value ELSE 0 END::double precision AS number FROM news`,
  });
  return rows[0] as Beat;
}

async function readChangedSince(query: Query, since: string): Promise<Change[]> {
  const { rows } = await query({
    text: `SELECT kind, id, status FROM records WHERE changed_at > $1::timestamptz - $2::interval AND status <> ''`,
    values: [since, LONGEST_TRANSACTION],
  });
  return changesOf({ from: '', records: rows.map(({ kind, id, status }) => [kind, id, status, 0]) });
}
