// Repeats the tests of the REST interface on PostgreSQL: the same files, on a single server, with stores that are
// emptied between tests.
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Store } from '../../src/store/contract/store.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { useStores } from '../api/api-fixture.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** A reused store, and its current clock. */
interface Place {
  readonly store: Store;
  now: () => number;
}

const CONNECTIONS = 4;
let server: PostgresServer;
let opened = 0;
const free: Place[] = [];
const taken = new Set<Place>();

async function openPlace(now: () => number): Promise<Place> {
  opened += 1;
  const place = { now };
  const store = await openPostgresStore({
    url: server.url(),
    namespace: `api_${opened}`,
    connections: CONNECTIONS,
    now: () => place.now(),
  });
  return Object.assign(place, { store });
}

beforeAll(async () => {
  server = await startPostgres();
  useStores(async (now) => {
    const place = free.pop() ?? (await openPlace(now));
    place.now = now;
    taken.add(place);
    const close = () => {
      taken.delete(place);
      return place.store.close();
    };
    // Copies the store, so that a test may replace functions in the copy.
    return { ...place.store, close };
  });
});

async function countOpenTransactions(): Promise<number> {
  const { rows } = await server.query(
    `SELECT count(*)::integer AS open FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'`,
  );
  return rows[0].open;
}

// Registered first, so that it runs last, after a test file has closed its own resources.
afterEach(async () => {
  const used = [...taken];
  taken.clear();
  try {
    // A connection that a test does not release would not be available to a later test.
    await expect.poll(countOpenTransactions, { timeout: 5000 }).toBe(0);
    await Promise.all(used.map(({ store }) => store.reset()));
    free.push(...used);
  } catch (error) {
    await Promise.all(used.map(({ store }) => store.close()));
    throw error;
  }
});

afterAll(async () => {
  for (const { store } of free) await store.close();
  await server.remove();
});

// The API tests that use a store: all files except three.
const FILES = import.meta.glob([
  '../../src/api/**/*.test.ts',
  '!**/{api-app,describe-issue,request-rate}.test.ts',
]);

for (const [path, load] of Object.entries(FILES)) {
  describe(path.slice('../../'.length), async () => {
    await load();
  });
}
