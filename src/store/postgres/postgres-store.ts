// The store in PostgreSQL (14 or later), for Node: several servers and workers on any machines can share it. Waits
// for the database, creates or migrates the tables, and listens to other processes' commits. Browser code never
// imports this file.
import { HazeError } from '../../errors/haze-error.ts';
import { CACHE_PREFIX, createStore, type StoreOptions } from '../contract/engine-store.ts';
import { platformRandom, toHex } from '../contract/random-bytes.ts';
import { currentSchema } from '../contract/schema.ts';
import { sealPlainRecords } from '../contract/sealed-records.ts';
import type { Store } from '../contract/store.ts';
import type { Vault } from '../contract/vault.ts';
import { createPassingVault } from '../contract/vault.ts';
import { openVaultFile } from '../folder/vault-file.ts';
import { CACHED_NAME, type Query } from '../sql/rows.ts';
import { PostgresConnections } from './connections.ts';
import { PostgresEngine } from './engine.ts';
import { isAway, toPostgresError } from './errors.ts';
import { checkTables, prepareTables, quoteNamespace } from './layout.ts';
import { PostgresNews, tellNews } from './news.ts';
import { PostgresRoom } from './room.ts';

export interface PostgresStoreOptions extends StoreOptions {
  /** URL such as `postgres://haze@db.lan:5432/haze`. */
  readonly url: string;
  /** PostgreSQL schema that contains Haze's tables; default: `haze`. */
  readonly namespace?: string;
  /** Maximum number of this process's connections, not counting the listening connection; default: 10. */
  readonly connections?: number;
  /** Time that startup waits for the database; default: 60 s. */
  readonly waitMs?: number;
  /** Time that a call waits while the database is unavailable; default: 5 s. */
  readonly patienceMs?: number;
  /**
   * File with the key that seals secrets, which must be the same for all users of the database. Created if missing.
   */
  readonly keyFile?: string;
  /** Receives a line for the log. */
  readonly report?: (line: string) => void;
}

const OLDEST_VERSION = 140_000;
const SELF_BYTES = 8;
const BLOB_NAME_BYTES = 16;
/** Maximum difference between the machines' clocks, on which leases depend. */
const MOST_CLOCK_DIFFERENCE_MS = 5000;
const SEAL_PLACE = 'meta/seal';
const SEALED_TEXT = 'haze';

/** Unique name for a blob's content; the name shows whether the content belongs to a cache. */
function blobName(key: string): string {
  return (key.startsWith(CACHE_PREFIX) ? CACHED_NAME : '') + toHex(platformRandom(BLOB_NAME_BYTES));
}

/** Runs work in a separate transaction, whose search path is the namespace. */
async function inTransaction<T>(
  connections: PostgresConnections,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const own = await connections.take();
  let isBroken = true;
  try {
    await own.query({ text: 'BEGIN' });
    await own.query({ text: 'SET LOCAL statement_timeout = 0' });
    await own.query({ text: 'SET LOCAL lock_timeout = 0' });
    const result = await work(own.query);
    await own.query({ text: 'COMMIT' });
    isBroken = false;
    return result;
  } catch (error) {
    isBroken = await own.query({ text: 'ROLLBACK' }).then(
      () => isAway(error),
      () => true,
    );
    throw error;
  } finally {
    own.release(isBroken);
  }
}

async function checkServer(query: Query, place: string): Promise<void> {
  const beforeMs = Date.now();
  const { rows } = await query({
    text: `SELECT current_setting('server_version_num')::integer AS version, current_setting('server_version') AS name,
      extract(epoch FROM clock_timestamp())::double precision * 1000 AS now_ms`,
  });
  const { version, name, now_ms: nowMs } = rows[0] as { version: number; name: string; now_ms: number };
  if (version < OLDEST_VERSION) {
    throw new HazeError(
      'database-refused',
      `The database ${place} is PostgreSQL ${name}; the store needs 14 or later.`,
    );
  }
  const differenceMs = Math.abs(nowMs - (beforeMs + Date.now()) / 2);
  if (differenceMs <= MOST_CLOCK_DIFFERENCE_MS) return;
  throw new HazeError(
    'clock-differs',
    `The clocks of this machine and of the database ${place} differ by ${Math.round(differenceMs / 1000)} s, and both are used to decide who runs which job. Synchronise them with NTP.`,
  );
}

/** Rejects any key other than the key that sealed the database's secrets. */
async function checkSealKey(query: Query, vault: Vault, keyFile: string): Promise<void> {
  const sealed = await vault.seal(SEALED_TEXT, SEAL_PLACE);
  const { rows } = await query({
    text: `INSERT INTO meta (name, value) VALUES ('seal', $1)
      ON CONFLICT (name) DO UPDATE SET value = meta.value RETURNING value`,
    values: [sealed],
  });
  const known = rows[0].value as string;
  const opened = await vault.open(known, SEAL_PLACE).catch(() => undefined);
  if (opened === SEALED_TEXT) return;
  throw new HazeError(
    'seal-key-differs',
    `The secrets in the database were sealed with a different key from the one in ${keyFile}. Copy the file from a server that has the right key, and specify it with --seal-key-file.`,
  );
}

/**
 * Opens the store in a database, and creates missing tables.
 * @throws HazeError `usage`, `storage-away`, `database-refused`, `store-too-new`, `clock-differs`, `seal-key-differs`
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, namespace = 'haze', connections: most = 10, report = () => undefined } = options;
  const { schema = currentSchema, waitMs = 60_000, patienceMs = 5000, keyFile } = options;
  quoteNamespace(namespace);
  const connections = new PostgresConnections({ url, namespace, most, patienceMs });
  const self = toHex(platformRandom(SELF_BYTES));
  const channel = `${namespace}_changes`;
  let engine: PostgresEngine | undefined;
  try {
    await connections.waitForDatabase(waitMs, report);
    await checkServer(connections.query, connections.place);
    const vault = keyFile === undefined ? createPassingVault() : (await openVaultFile(keyFile)).vault;
    await inTransaction(connections, async (query) => {
      const isMigrated = await prepareTables(query, namespace, schema);
      if (keyFile !== undefined) await checkSealKey(query, vault, keyFile);
      // Processes that run the older program detect the new version, and stop.
      if (isMigrated)
        await tellNews(query, { channel, from: self, news: [{ changes: [{ what: 'everything' }] }] });
    });
    const opened = new PostgresEngine({ connections, room: new PostgresRoom(connections, CACHE_PREFIX) });
    engine = opened;
    const check = (query: Query) =>
      checkTables(query, schema).catch((error: unknown) => {
        if (!(error instanceof HazeError)) throw error;
        opened.end(error);
        report(error.message);
        options.onTakenAway?.();
      });
    const news = new PostgresNews({ connections, channel, self, check, tell: opened.tell });
    opened.hear(news);
    await news.start();
    await opened.sweep();
    const store = createStore(opened, { vault, blobName, ...options });
    await sealPlainRecords(store);
    return store;
  } catch (error) {
    await (engine ?? connections).close();
    throw toPostgresError(error, connections.place);
  }
}
