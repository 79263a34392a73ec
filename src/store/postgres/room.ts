// Frees space in a database whose disk is full. Deletion alone frees no space: PostgreSQL retains a row's space until
// VACUUM, and returns only the empty end of a table to the disk. The content of caches therefore has a separate table,
// which is emptied and truncated as a whole. VACUUM itself needs some pages (free space maps). The reserve, a table
// that only occupies space, provides them: dropping it needs no space, and it is recreated afterwards.

import { setTimeout as pause } from 'node:timers/promises';
import { platformRandom } from '../contract/random-bytes.ts';
import { AFTER_ALL, encodeText, type Query, type Statement } from '../sql/rows.ts';
import type { PostgresConnections } from './connections.ts';
import { isAway } from './errors.ts';
import { OUTDATED_FOR, SWEEP_STATEMENT } from './tables.ts';

/** Size of a part of the reserve. Even if the reserve does not fit completely, some of its parts may fit. */
const RESERVE_PART_BYTES = 64 * 1024;
const RESERVE_PARTS = 16;
/** Number of parts that VACUUM needs. */
const LEAST_PARTS = 4;
/** Number of parts left free for retried work: index pages, and status changes. */
const LEFT_PARTS = 2;
/** Maximum size of an emptied table, including its index and maps. */
const EMPTY_BYTES = 512 * 1024;
/** Maximum number of attempts to truncate: while another process's older transaction runs, deleted rows remain. */
const MOST_CUTS = 20;
const CUT_AGAIN_MS = 100;
/** Fraction of time spent on the other tables, which stays small however large they are. */
const TIDY_SHARE = 0.3;
const TIDY_PAUSE_MS = 1000;
/** One table is listed twice: only the second VACUUM after a deletion frees index pages for other keys. */
const TABLES = ['chunks_kept', 'chunks_kept', 'records', 'fixed', 'blobs', 'staged'];
const LOCK = `hashtext('haze room ' || current_schema)`;

/**
 * Removes replaced or deleted content immediately. Readers in other processes get an error saying that the content is
 * gone.
 */
const DROP_OUTDATED: Statement = {
  text: `WITH gone AS (DELETE FROM staged WHERE until <= now() + $1::interval RETURNING blob_id)
    DELETE FROM chunks WHERE blob_id IN (SELECT blob_id FROM gone)`,
  values: [OUTDATED_FOR],
};

/** Removes all cache content, except content that is being written, which has no entry yet. */
const DROP_CACHED: Statement = {
  text: 'DELETE FROM chunks_cached WHERE blob_id NOT IN (SELECT blob_id FROM staged)',
};

export class PostgresRoom {
  readonly #connections: PostgresConnections;
  readonly #cachePrefix: string;
  #tidyFromMs = 0;

  /** @param cachePrefix prefix of all keys that may be evicted at any time */
  constructor(connections: PostgresConnections, cachePrefix: string) {
    this.#connections = connections;
    this.#cachePrefix = cachePrefix;
  }

  /** Evicts caches, and recovers all unused space. Returns true if there may be space now. */
  async make(): Promise<boolean> {
    const own = await this.#connections.take();
    let isWhole = false;
    try {
      await own.query({ text: 'SET lock_timeout = 0' });
      // A second caller waits here, and then finds the space that the first caller freed.
      await own.query({ text: `SELECT pg_advisory_lock(${LOCK})` });
      const isMade = await this.#make(own.query).finally(() =>
        own.query({ text: `SELECT pg_advisory_unlock(${LOCK})` }),
      );
      await own.query({ text: 'RESET lock_timeout' });
      await own.query({ text: 'RESET statement_timeout' });
      isWhole = true;
      return isMade;
    } finally {
      // The connection is reused if possible: on a full disk, opening another may fail.
      own.release(!isWhole);
    }
  }

  async #make(query: Query): Promise<boolean> {
    const mayTidy = performance.now() >= this.#tidyFromMs;
    const begin = encodeText(this.#cachePrefix);
    const { rowCount } = await query({
      // An earlier version stored some caches in the other table.
      text: `WITH gone AS (DELETE FROM blobs WHERE key >= $1 AND key < $2 RETURNING blob_id)
        DELETE FROM chunks WHERE blob_id IN (SELECT blob_id FROM gone)`,
      values: [begin, begin + AFTER_ALL],
    });
    const isCached = (rowCount ?? 0) > 0 || (await sizeOfCached(query)) > EMPTY_BYTES;
    if (!isCached && !mayTidy) return false;
    const parts = await countReserve(query);
    await dropReserve(query);
    await query(DROP_OUTDATED);
    await query(DROP_CACHED);
    await cutOffCached(query);
    if (mayTidy) await this.#tidy(query);
    const most = isCached ? RESERVE_PARTS : parts;
    await takeReserve(query, Math.max(LEAST_PARTS, most - LEFT_PARTS));
    return true;
  }

  /** Makes the space of deleted rows usable again, in all tables that grow. */
  async #tidy(query: Query): Promise<void> {
    const begunMs = performance.now();
    await query({ text: 'SET statement_timeout = 0' });
    for (const table of TABLES) await vacuum(query, table);
    const endedMs = performance.now();
    this.#tidyFromMs = endedMs + Math.max(TIDY_PAUSE_MS, (endedMs - begunMs) / TIDY_SHARE);
  }

  /** Removes content that no reader can reach any more, and recreates the reserve if it is missing. */
  async tend(): Promise<void> {
    await this.#connections.query(SWEEP_STATEMENT);
    await takeReserve(this.#connections.query, RESERVE_PARTS);
  }
}

async function sizeOfCached(query: Query): Promise<number> {
  const { rows } = await query({ text: `SELECT pg_table_size('chunks_cached')::double precision AS size` });
  return rows[0].size as number;
}

/** Skips work that is prevented by a full disk or by another process's lock. */
async function tryTo(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isAway(error)) throw error;
    return false;
  }
}

function vacuum(query: Query, table: string): Promise<boolean> {
  return tryTo(query({ text: `VACUUM ${table}` }));
}

async function dropReserve(query: Query): Promise<void> {
  // Gives up soon, because the reserve is unavailable during a dump, which locks it like every other table.
  await query({ text: `SET lock_timeout = '250ms'` });
  await tryTo(query({ text: 'DROP TABLE IF EXISTS reserve' }));
}

/** Number of parts in the reserve; 0 if there is no reserve. */
async function countReserve(query: Query): Promise<number> {
  const { rows } = await query({ text: `SELECT to_regclass('reserve') IS NOT NULL AS there` });
  if (!rows[0].there) return 0;
  const counted = await query({ text: 'SELECT count(*)::integer AS parts FROM reserve' });
  return counted.rows[0].parts as number;
}

/** Fills the reserve as far as there is space, up to this number of parts. */
async function takeReserve(query: Query, parts: number): Promise<void> {
  const there = await countReserve(query);
  if (there >= parts) return;
  if (!(await tryTo(query({ text: 'CREATE TABLE IF NOT EXISTS reserve (bytes bytea NOT NULL)' })))) return;
  // If a part does not fit, the table keeps the earlier parts.
  for (let part = there; part < parts; part += 1) {
    // Random bytes, because compression would shrink any other bytes.
    const bytes = Buffer.from(platformRandom(RESERVE_PART_BYTES));
    if (!(await tryTo(query({ text: 'INSERT INTO reserve VALUES ($1)', values: [bytes] })))) return;
  }
}

async function cutOffCached(query: Query): Promise<void> {
  for (let cut = 0; cut < MOST_CUTS; cut += 1) {
    await vacuum(query, 'chunks_cached');
    if ((await sizeOfCached(query)) <= EMPTY_BYTES) return;
    await pause(CUT_AGAIN_MS);
  }
}
