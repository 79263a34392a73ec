// PostgreSQL connections: a pool with limits, which waits while the database is unavailable. Each call waits a while
// for the database to come back, so that a restart causes a pause instead of a failure; after that, the call fails.

import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { HazeError } from '../../errors/haze-error.ts';
import { storeClosed } from '../contract/store-errors.ts';
import type { Query, Statement, StatementResult } from '../sql/rows.ts';
import { isAway, isMeeting, isNoRoomToConnect, reasonOf, toPostgresError } from './errors.ts';

export interface ConnectionOptions {
  /**
   * URL such as `postgres://user:password@host:5432/database`; missing parts are taken from PG… variables and
   * ~/.pgpass.
   */
  readonly url: string;
  /** PostgreSQL schema that contains the tables. */
  readonly namespace: string;
  /** Maximum number of connections from this process. */
  readonly most: number;
  /** Maximum time that a call waits for an unavailable database. */
  readonly patienceMs: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * Timeout for locks: PostgreSQL checks for deadlocks only after one second, and only an administrator can change that.
 */
const LOCK_TIMEOUT_MS = 250;
/** Idle time after which connections are closed, except one: on a full disk, new connections may fail. */
const IDLE_MS = 30_000;
const AGAIN_MS = 100;

/**
 * Checks the URL of a database. @throws HazeError `usage`; the message never contains the URL, which may include a
 * password
 */
export function parseDatabaseUrl(url: string): URL {
  let parsed: URL | undefined;
  try {
    parsed = new URL(url);
  } catch {
    // The error below uses the same message as for other URLs.
  }
  if (parsed && ['postgres:', 'postgresql:'].includes(parsed.protocol)) return parsed;
  throw new HazeError(
    'usage',
    'The database URL is invalid: use postgres://user@host:5432/database, with the password in PGPASSWORD or ~/.pgpass.',
  );
}

/** A connection that has only one user at a time. */
export interface OwnConnection {
  readonly query: Query;
  /** Returns the connection to the pool; a connection that is broken or in an unknown state is closed. */
  release(isBroken: boolean): void;
}

export class PostgresConnections {
  /** Name used in messages, such as `"haze" at db.lan:5432`. */
  readonly place: string;
  readonly patienceMs: number;
  readonly #pool: pg.Pool;
  readonly #config: pg.ClientConfig;
  #isClosed = false;

  constructor({ url, namespace, most, patienceMs }: ConnectionOptions) {
    parseDatabaseUrl(url);
    this.patienceMs = patienceMs;
    this.#config = {
      connectionString: url,
      application_name: 'haze',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      // A connection sends statements without waiting for earlier responses.
      pipeline: true,
      options: [
        `search_path=${namespace}`,
        `statement_timeout=${STATEMENT_TIMEOUT_MS}`,
        `idle_in_transaction_session_timeout=${STATEMENT_TIMEOUT_MS}`,
        `lock_timeout=${LOCK_TIMEOUT_MS}`,
        // Prevents full table scans, which would conflict with every writer; there is an index for each of the store's
        // queries.
        'enable_seqscan=off',
        // Prevents sorts, because there is also an index for each order.
        'enable_sort=off',
        'enable_incremental_sort=off',
        // Compiling is not worthwhile for plans that are used only once.
        'jit=off',
        // Plans each statement once: planning takes three times as long as a claim. Without sorts, the plan reads the
        // index in order regardless of the limit.
        'plan_cache_mode=force_generic_plan',
      ]
        .map((setting) => `-c ${setting}`)
        .join(' '),
    };
    this.#pool = new pg.Pool({ ...this.#config, max: most, min: 1, idleTimeoutMillis: IDLE_MS });
    // Ignores errors on idle connections: the next call detects them itself.
    this.#pool.on('error', () => undefined);
    // If a connection breaks between two statements, the next statement reports it. The listener is added
    // immediately, because the connection may close right after the server's greeting, before the caller receives it.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    const { host, port, database } = new pg.Client(this.#config);
    this.place = `"${database}" at ${host}:${port}`;
  }

  /** Runs a statement on any free connection. */
  query: Query = async (statement) => {
    const own = await this.take();
    let isBroken = true;
    try {
      const result = await own.query(statement);
      isBroken = false;
      return result;
    } catch (error) {
      isBroken = isAway(error);
      throw error;
    } finally {
      own.release(isBroken);
    }
  };

  /** Takes a connection for a single user. */
  async take(): Promise<OwnConnection> {
    if (this.#isClosed) throw storeClosed();
    const client = await this.#takeClient();
    return { query: (statement) => send(client, statement), release: (isBroken) => client.release(isBroken) };
  }

  /** Takes a free connection, or opens a new one; if a full disk prevents that, waits for a free connection. */
  async #takeClient(): Promise<pg.PoolClient> {
    const untilMs = performance.now() + this.patienceMs;
    for (;;) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (!isNoRoomToConnect(error) || performance.now() > untilMs) throw error;
        await pause(AGAIN_MS / 4);
      }
    }
  }

  /** Opens a connection outside the pool. */
  async connect(): Promise<pg.Client> {
    if (this.#isClosed) throw storeClosed();
    const client = new pg.Client({ ...this.#config, statement_timeout: 0 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /**
   * Retries the work until it succeeds, or until the database has been unavailable for too long. @throws HazeError
   */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    const untilMs = performance.now() + this.patienceMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (this.#isClosed) throw storeClosed();
        const isPassing = isAway(error) || isMeeting(error);
        if (!isPassing || performance.now() > untilMs) throw toPostgresError(error, this.place);
        await pause(AGAIN_MS);
      }
    }
  }

  /**
   * Waits for a database that is not up yet.
   * @param report receives a line about the wait
   * @throws HazeError `storage-away` after the given time, `database-refused` immediately
   */
  async waitForDatabase(waitMs: number, report: (line: string) => void): Promise<void> {
    const startedMs = performance.now();
    let isSaid = false;
    for (;;) {
      try {
        await this.query({ text: 'SELECT 1' });
        if (isSaid) report(`the database ${this.place} answers`);
        return;
      } catch (error) {
        if (!isAway(error)) throw toPostgresError(error, this.place);
        const waitedMs = performance.now() - startedMs;
        if (waitedMs > waitMs) throw neverThere(this.place, waitMs, error);
        if (!isSaid) {
          const limit = `${Math.round(waitMs / 1000)} s`;
          report(
            `the database ${this.place} does not respond (${reasonOf(error)}); waiting for it, at most ${limit}`,
          );
        }
        isSaid = true;
        await pause(Math.min(1000, Math.max(AGAIN_MS, waitMs / 10)));
      }
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#pool.end();
  }
}

/** Converts a statement to the driver's form. */
export function toConfig(statement: Statement): pg.QueryConfig {
  return statement as unknown as pg.QueryConfig;
}

/** Sends all statements from one turn of the event loop in one system call. */
function gather(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

async function send(client: pg.ClientBase, statement: Statement): Promise<StatementResult> {
  gather(client);
  return client.query(toConfig(statement)) as unknown as Promise<StatementResult>;
}

function neverThere(place: string, waitMs: number, cause: unknown): HazeError {
  const seconds = Math.round(waitMs / 1000);
  return new HazeError(
    'storage-away',
    `The database ${place} did not respond within ${seconds} s (${reasonOf(cause)}). Start it, or specify another with --database.`,
    { cause },
  );
}
