// Backend in PostgreSQL. Transactions are the database's own, with serialisable isolation; a conflicting transaction is
// retried. If the connection is lost before the commit, the transaction is retried on another connection. If the
// connection is lost during the commit, the engine checks the transaction's ID and the rows that it wrote. As a result,
// nothing is stored twice, and every call reports correctly whether the data is stored.
import { setTimeout as pause } from 'node:timers/promises';
import { createOneAtATime } from '../contract/one-at-a-time.ts';
import type { Change } from '../contract/store.ts';
import { storeClosed } from '../contract/store-errors.ts';
import type { FrozenTables, StoreEngine, TableReader, TableWriter } from '../contract/tables.ts';
import { runBetweenCalls } from '../contract/transaction-watch.ts';
import type { Query } from '../sql/rows.ts';
import type { OwnConnection, PostgresConnections } from './connections.ts';
import { isAway, isMeeting, storageBusy, storageUnsure, toPostgresError } from './errors.ts';
import { isThere } from './evidence.ts';
import type { PostgresNews } from './news.ts';
import { createRecordReads } from './record-reads.ts';
import type { PostgresRoom } from './room.ts';
import {
  createPostgresReader,
  createPostgresWriter,
  dropStagedStatement,
  type PostgresNotes,
  readChunkStatement,
  stageStatement,
} from './tables.ts';

const MOST_MEETINGS = 60;
const LONGEST_PAUSE_MS = 100;
const SWEEP_EVERY_MS = 5 * 60_000;
const LOOK_MS = 50;
/** Time after a full-disk error during which the database is assumed to have no space for notes. */
const FULL_FOR_MS = 60_000;

/** Result of a single attempt. */
type Attempt<T> =
  | { readonly kind: 'done'; readonly result: T }
  /** The transaction conflicted with another transaction. */
  | { readonly kind: 'met'; readonly error: unknown }
  /** The database became unavailable before anything was stored. */
  | { readonly kind: 'away'; readonly error: unknown };

export interface PostgresEngineOptions {
  readonly connections: PostgresConnections;
  readonly room: PostgresRoom;
  /** Returns a number from 0 to 1, which determines the length of pauses. */
  readonly random?: () => number;
}

/** A claim depends on a single row; a long transaction may wait for other work. */
type Manner = 'short' | 'claim' | 'long';

/** The writer's statements, run one after another; the first failure becomes the transaction's failure. */
class TransactionQueries {
  readonly #query: Query;
  readonly #begun: Promise<unknown>;
  readonly #oneAtATime = createOneAtATime();
  failure: { readonly error: unknown } | undefined;

  /** @param begun settles when BEGIN completes; statements may be sent earlier */
  constructor(query: Query, begun: Promise<unknown> = Promise.resolve()) {
    this.#query = query;
    this.#begun = begun;
  }

  readonly run: Query = (statement) =>
    this.#oneAtATime(async () => {
      if (this.failure) throw this.failure.error;
      try {
        const [result] = await Promise.all([this.#query(statement), this.#begun]);
        return result;
      } catch (error) {
        this.failure = { error };
        throw error;
      }
    });
}

export class PostgresEngine implements StoreEngine {
  readonly #options: PostgresEngineOptions;
  /** Reads outside of transactions. */
  readonly #reader: TableReader;
  readonly #listeners = new Set<(changes: readonly Change[]) => void>();
  readonly #frozen = new Set<FrozenTables>();
  readonly #again = createOneAtATime();
  #news: PostgresNews | undefined;
  #sweepTimer: ReturnType<typeof setTimeout> | undefined;
  #ending: Error | undefined;
  #fullUntilMs = 0;

  constructor(options: PostgresEngineOptions) {
    this.#options = options;
    const { query } = options.connections;
    this.#reader = { ...createPostgresReader(query), record: createRecordReads(query) };
    this.#sweepLater();
  }

  /** Sets the source of news from other processes; the engine will close its connection. */
  hear(news: PostgresNews): void {
    this.#news = news;
  }

  readonly tell = (changes: readonly Change[]): void => {
    for (const listener of [...this.#listeners]) listener(changes);
  };

  /** Rejects all further calls. @param why the error with which they are rejected */
  end(why: Error): void {
    this.#ending ??= why;
  }

  #enter(): void {
    if (this.#ending) throw this.#ending;
  }

  listen: NonNullable<StoreEngine['listen']> = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read: StoreEngine['read'] = async (work) => {
    this.#enter();
    return this.#options.connections.patiently(() => work(this.#reader));
  };

  write: StoreEngine['write'] = (work, isClaim = false) => this.#write(work, isClaim ? 'claim' : 'short');

  writeLong: NonNullable<StoreEngine['writeLong']> = (work) => this.#write(work, 'long');

  async #write<T>(work: (writer: TableWriter) => Promise<T>, manner: Manner): Promise<T> {
    const { connections, random = Math.random } = this.#options;
    const place = connections.place;
    const untilMs = performance.now() + connections.patienceMs;
    for (let meetings = 0; ; ) {
      this.#enter();
      const attemptNow = () => this.#attempt(work, manner);
      // After a conflict, this process runs its retries one at a time, because they would conflict with each other
      // again.
      const attempt = await (meetings === 0 ? attemptNow() : this.#again(attemptNow));
      if (attempt.kind === 'done') return attempt.result;
      if (attempt.kind === 'met') {
        meetings += 1;
        if (meetings > MOST_MEETINGS) throw storageBusy(attempt.error);
        await pause(random() * Math.min(LONGEST_PAUSE_MS, 2 ** meetings));
      } else {
        if (performance.now() > untilMs) throw toPostgresError(attempt.error, place);
        await pause(LONGEST_PAUSE_MS);
      }
    }
  }

  async #attempt<T>(work: (writer: TableWriter) => Promise<T>, manner: Manner): Promise<Attempt<T>> {
    let own: OwnConnection;
    try {
      own = await this.#options.connections.take();
    } catch (error) {
      return this.#failed(error);
    }
    const notes: PostgresNotes = {
      transactionId: undefined,
      evidence: undefined,
      news: [],
      newsNumber: undefined,
      lastWrite: undefined,
    };
    let isBroken = true;
    let isStored = false;
    try {
      const attempt = await this.#run(own.query, work, { notes, manner });
      isBroken = attempt.kind === 'away';
      isStored = attempt.kind === 'done';
      return attempt;
    } finally {
      own.release(isBroken);
      // Numbers of failed transactions are also sent, so that receivers see no gaps.
      if (notes.newsNumber !== undefined) {
        this.#news?.send({ number: notes.newsNumber, changes: isStored ? notes.news : [] });
      }
    }
  }

  /** Classifies an error after which nothing is stored; throws all other errors. */
  #failed(error: unknown): { readonly kind: 'met' | 'away'; readonly error: unknown } {
    if (isAway(error)) return { kind: 'away', error };
    if (isMeeting(error)) return { kind: 'met', error };
    throw toPostgresError(error, this.#options.connections.place);
  }

  async #run<T>(
    query: Query,
    work: (writer: TableWriter) => Promise<T>,
    { notes, manner }: { readonly notes: PostgresNotes; readonly manner: Manner },
  ): Promise<Attempt<T>> {
    const isClaim = manner === 'claim';
    // A claim depends only on its locked row, and skips rows that other claims hold.
    const begun = query({ text: `BEGIN ISOLATION LEVEL ${isClaim ? 'READ COMMITTED' : 'SERIALIZABLE'}` });
    const queries = new TransactionQueries(query, begun);
    const isFull = performance.now() < this.#fullUntilMs;
    let result: T;
    try {
      // A claim's first statement writes nothing, so it need not wait for BEGIN.
      if (!isClaim) await begun;
      const writer = createPostgresWriter(queries.run, notes, { isFull, isClaim });
      result = await (manner === 'long' ? work(writer) : runBetweenCalls(writer, work));
      if (queries.failure) throw queries.failure.error;
    } catch (error) {
      const cause = queries.failure?.error ?? error;
      const isLost = await query({ text: 'ROLLBACK' }).then(
        () => false,
        () => true,
      );
      // If the connection cannot roll back, it is closed, and the server rolls back.
      if (isLost && !isAway(cause)) return { kind: 'away', error: cause };
      return queries.failure || isAway(cause) || isMeeting(cause) ? this.#failed(cause) : rethrow(cause);
    }
    const committing = query({ text: 'COMMIT' });
    try {
      // After a failed write, COMMIT rolls the transaction back.
      await Promise.all([notes.lastWrite, committing]);
      return { kind: 'done', result };
    } catch (error) {
      await committing.catch(() => undefined);
      if (!isAway(error)) return this.#failed(error);
      return (await this.#isCommitted(notes, error)) ? { kind: 'done', result } : { kind: 'away', error };
    }
  }

  /**
   * Tests whether a transaction was stored although its commit got no response. @throws HazeError if that is unknown
   */
  async #isCommitted({ transactionId, evidence }: PostgresNotes, cause: unknown): Promise<boolean> {
    // The transaction has written nothing.
    if (transactionId === undefined) return true;
    const { connections } = this.#options;
    const untilMs = performance.now() + connections.patienceMs;
    const statement = { text: 'SELECT pg_xact_status($1::xid8) AS status', values: [transactionId] };
    for (;;) {
      const { status, isFound } = await connections
        .patiently(async () => {
          const { rows } = await connections.query(statement);
          const { status } = rows[0] as { status: string | null };
          const isCommitted = status === 'committed';
          return {
            status,
            isFound: isCommitted ? await isThere(connections.query, transactionId, evidence) : undefined,
          };
        })
        .catch(() => {
          throw storageUnsure(cause);
        });
      if (status === 'aborted') return false;
      if (isFound !== undefined) return isFound;
      if (status !== 'in progress' || performance.now() > untilMs) throw storageUnsure(cause);
      await pause(LOOK_MS);
    }
  }

  async readChunk(blobId: string, index: number): Promise<Uint8Array | undefined> {
    this.#enter();
    const { connections } = this.#options;
    const { rows } = await connections.patiently(() => connections.query(readChunkStatement(blobId, index)));
    return rows[0]?.bytes;
  }

  async stageChunk(blobId: string, index: number, bytes: Uint8Array): Promise<void> {
    this.#enter();
    const { connections } = this.#options;
    await connections.patiently(() => connections.query(stageStatement(blobId, index, bytes)));
  }

  async dropStaged(blobId: string): Promise<void> {
    this.#enter();
    const { connections } = this.#options;
    await connections.patiently(() => connections.query(dropStagedStatement(blobId)));
  }

  async makeRoom(): Promise<boolean> {
    this.#enter();
    this.#fullUntilMs = performance.now() + FULL_FOR_MS;
    const { connections, room } = this.#options;
    return connections.patiently(() => room.make());
  }

  async freeze(): Promise<FrozenTables> {
    this.#enter();
    const { connections } = this.#options;
    const own = await connections.patiently(() => connections.take());
    const queries = new TransactionQueries(own.query);
    let isEnded = false;
    const tables: FrozenTables = {
      read: (work) => work(createPostgresReader(queries.run)).catch((error) => this.#rethrow(error)),
      readChunk: async (blobId, index) => {
        const found = queries.run(readChunkStatement(blobId, index));
        const { rows } = await found.catch((error) => this.#rethrow(error));
        return rows[0]?.bytes;
      },
      end: async () => {
        if (isEnded) return;
        isEnded = true;
        this.#frozen.delete(tables);
        const isWhole = await own.query({ text: 'ROLLBACK' }).then(
          () => true,
          () => false,
        );
        own.release(!isWhole);
      },
    };
    this.#frozen.add(tables);
    try {
      await own.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
      // Disables the timeout, because reading an archive may take a long time.
      await own.query({ text: 'SET LOCAL idle_in_transaction_session_timeout = 0' });
    } catch (error) {
      await tables.end();
      this.#rethrow(error);
    }
    return tables;
  }

  #rethrow(error: unknown): never {
    throw toPostgresError(error, this.#options.connections.place);
  }

  #sweepLater(): void {
    this.#sweepTimer = setTimeout(() => {
      this.sweep()
        .catch(() => undefined)
        .finally(() => {
          if (!this.#ending) this.#sweepLater();
        });
    }, SWEEP_EVERY_MS);
    this.#sweepTimer.unref();
  }

  /** Removes content that no reader can reach any more. */
  async sweep(): Promise<void> {
    await this.#options.room.tend();
  }

  async close(): Promise<void> {
    this.end(storeClosed());
    clearTimeout(this.#sweepTimer);
    for (const tables of this.#frozen) await tables.end();
    await this.#news?.close();
    await this.#options.connections.close();
  }
}

function rethrow(error: unknown): never {
  throw error;
}
