// The store's contract on PostgreSQL, as on every other backend, plus the additional guarantees of a store that several
// processes share.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { createStore } from '../../src/store/contract/engine-store.ts';
import { currentSchema } from '../../src/store/contract/schema.ts';
import { type Change, recordType, type Store } from '../../src/store/contract/store.ts';
import { PostgresConnections } from '../../src/store/postgres/connections.ts';
import { PostgresEngine } from '../../src/store/postgres/engine.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../../src/store/postgres/postgres-store.ts';
import { PostgresRoom } from '../../src/store/postgres/room.ts';
import type { Query } from '../../src/store/sql/rows.ts';
import { storeContract } from '../store/store-contract.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const notes = recordType<{ text: string }>('note');
let server: PostgresServer;
let namespaces = 0;
const opened: Store[] = [];

beforeAll(async () => {
  server = await startPostgres();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});
afterAll(() => server.remove());

function nextNamespace(): string {
  namespaces += 1;
  return `store_${namespaces}`;
}

async function open(options: Partial<PostgresStoreOptions> = {}): Promise<Store> {
  const store = await openPostgresStore({ url: server.url(), namespace: nextNamespace(), ...options });
  opened.push(store);
  return store;
}

async function addNote(store: Store, id: string, status?: string): Promise<void> {
  await store.transaction((tx) =>
    tx.insert(notes, { id, owner: 'ann', createdAt: 1, body: { text: id }, ...(status && { status }) }),
  );
}

describe('the store in PostgreSQL', () => {
  for (const { name, run } of storeContract) test(name, () => run(open));
});

test('if two processes share a database, a record is claimed only once, and each receives the other’s changes', async () => {
  const namespace = nextNamespace();
  const [one, other] = [await open({ namespace }), await open({ namespace })];
  const heard: Change[] = [];
  other.onChange((changes) => heard.push(...changes));
  await addNote(one, 'job', 'Accepted');
  await one.transaction((tx) => tx.update(notes, 'job', { body: { text: 'no news' } }));
  const stores = [one, other, one, other, one, other];
  const claims = await Promise.all(
    stores.map((store) =>
      store.transaction(async (tx) => {
        const job = await tx.get(notes, 'job');
        return job?.status === 'Accepted' && tx.update(notes, 'job', { status: 'Initialising' });
      }),
    ),
  );
  expect(claims.filter(Boolean)).toHaveLength(1);
  await one.transaction((tx) => tx.delete(notes, 'job'));
  const seen = () => heard.map((change) => change.what === 'record' && [change.status, change.gone]);
  await expect.poll(seen).toEqual([
    ['Accepted', false],
    ['Initialising', false],
    ['Initialising', true],
  ]);
  await addNote(one, 'long '.repeat(1500), 'Accepted');
  await expect.poll(() => heard.length).toBe(4);
});

test('a newer program migrates the records, and older programs are then rejected with a reason', async () => {
  const namespace = nextNamespace();
  const old = await open({ namespace });
  await addNote(old, 'a', 's');
  await addNote(old, 'drop', 's');
  const version = currentSchema.version + 1;
  const migrate = (record: { body: object; id: string }) =>
    record.id === 'drop' ? undefined : { ...record, status: 't', body: { text: 'migrated' } };
  const schema = { version, migrations: [...currentSchema.migrations, { to: version, migrate }] as never };
  const migrated = await open({ namespace, schema });
  expect((await migrated.list(notes, { status: ['t'] })).records.map(({ body }) => body.text)).toEqual([
    'migrated',
  ]);
  expect(await migrated.get(notes, 'drop')).toBeUndefined();
  const code = () => old.get(notes, 'a').then(String, (error) => error.code);
  await expect.poll(code).toBe('store-too-new');
  await expect(open({ namespace })).rejects.toMatchObject({
    code: 'store-too-new',
    message: expect.stringContaining(`version ${version}`),
  });
});

test('programs of two versions share a database after a step that only adds something, but not after a larger change', async () => {
  const namespace = nextNamespace();
  const next = currentSchema.version + 1;
  const adds = { to: next, isAdditive: true, migrate: <Record>(record: Record) => record };
  const newer = { version: next, migrations: [...currentSchema.migrations, adds] };
  const old = await open({ namespace });
  await addNote(old, 'before', 'Accepted');
  const young = await open({ namespace, schema: newer });
  // Both versions work, whichever one starts first: the older version reverts nothing.
  const oldAgain = await open({ namespace });
  const youngAgain = await open({ namespace, schema: newer });
  const stores = [old, young, oldAgain, youngAgain];
  await Promise.all(stores.map((store, at) => addNote(store, `by ${at}`, 'Accepted')));
  for (const store of stores) {
    expect((await store.list(notes, { status: ['Accepted'] })).records).toHaveLength(5);
  }
  const claims = await Promise.all(
    stores.map((store) =>
      store.transaction(async (tx) => {
        const job = await tx.get(notes, 'before');
        return job?.status === 'Accepted' && tx.update(notes, 'before', { status: 'Initialising' });
      }),
    ),
  );
  expect(claims.filter(Boolean)).toHaveLength(1);
  const changes = { to: next + 1, migrate: <Record>(record: Record) => record };
  const last = { version: next + 1, migrations: [...newer.migrations, changes] };
  const newest = await open({ namespace, schema: last });
  for (const store of stores) {
    const code = () => store.get(notes, 'before').then(String, (error) => error.code);
    await expect.poll(code).toBe('store-too-new');
  }
  await expect(open({ namespace, schema: newer })).rejects.toMatchObject({ code: 'store-too-new' });
  expect((await newest.get(notes, 'before'))?.status).toBe('Initialising');
});

test('tables of the first version are upgraded, and each stored item is assigned to its owner', async () => {
  const namespace = nextNamespace();
  const bytes = new Uint8Array(5000).fill(7);
  const first = await open({ namespace });
  await addNote(first, 'a', 'Accepted');
  await first.transaction((tx) => tx.putBlob('files/ann/x', bytes));
  // State left by programs that had only the first database layout.
  await first.transaction((tx) => tx.putBlob('cache/modules/old', bytes));
  await server.query(`SET search_path = ${namespace}; DROP INDEX records_turn; DROP SEQUENCE news;
    DROP TABLE fixed; ALTER TABLE blobs DROP COLUMN owner`);
  await server.query(`SET search_path = ${namespace}; CREATE TABLE old AS SELECT * FROM chunks; DROP TABLE chunks;
    ALTER TABLE old RENAME TO chunks; ALTER TABLE chunks ALTER blob_id SET NOT NULL, ALTER index SET NOT NULL,
    ALTER bytes SET NOT NULL, ADD CONSTRAINT chunks_pkey PRIMARY KEY (blob_id, index);
    UPDATE blobs SET blob_id = 'a1' WHERE key LIKE 'cache%';
    UPDATE chunks SET blob_id = 'a1' WHERE blob_id NOT IN (SELECT blob_id FROM blobs)`);
  await server.query(`UPDATE ${namespace}.meta SET value = '1' WHERE name IN ('layout', 'oldest-layout')`);
  const [second, third] = await Promise.all([open({ namespace }), open({ namespace })]);
  const { rows } = await server.query(`SELECT name, value FROM ${namespace}.meta WHERE name LIKE '%layout'`);
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
    layout: '5',
    'oldest-layout': '5',
  });
  const indices = await server.query(`SELECT FROM pg_indexes WHERE indexname = 'records_turn'
    AND schemaname = '${namespace}'`);
  expect(indices.rowCount).toBe(1);
  for (const store of [first, second, third]) {
    expect(await store.sizeOf('ann')).toBe(bytes.length);
    expect(await store.nextOwner(notes, { after: '', status: ['Accepted'] })).toBe('ann');
    expect(Uint8Array.from((await store.readChunk('cache/modules/old', 0))!)).toEqual(bytes);
    // Content as a program of either version would write it.
    await store.transaction((tx) => tx.putBlob('file', bytes));
    expect(Uint8Array.from((await second.readChunk('file', 0))!)).toEqual(bytes);
  }
});

test('tables from a newer program with incompatible changes are rejected, and the message gives the version', async () => {
  const namespace = nextNamespace();
  const store = await open({ namespace });
  await server.query(`UPDATE ${namespace}.meta SET value = '900' WHERE name = 'layout'`);
  await server.query(`UPDATE ${namespace}.meta SET value = '900' WHERE name = 'oldest-layout'`);
  await expect(open({ namespace })).rejects.toMatchObject({
    code: 'store-too-new',
    message: expect.stringContaining('version 900'),
  });
  await store.close();
});

test('a failed migration leaves the old data unchanged', async () => {
  const namespace = nextNamespace();
  const old = await open({ namespace });
  await addNote(old, 'a');
  const migrate = () => {
    throw new Error('cannot');
  };
  const to = currentSchema.version + 1;
  const schema = { version: to, migrations: [{ to, migrate }] };
  await expect(open({ namespace, schema })).rejects.toThrow('cannot');
  expect((await (await open({ namespace })).get(notes, 'a'))?.body.text).toBe('a');
});

test('random connection failures cause no acknowledged write to be lost and no write to be repeated', async () => {
  const namespace = nextNamespace();
  const stores = [
    await open({ namespace, patienceMs: 20_000 }),
    await open({ namespace, patienceMs: 20_000 }),
  ];
  await stores[0]!.transaction((tx) =>
    tx.insert(notes, { id: 'sum', owner: 'ann', createdAt: 1, body: { text: '0' } }),
  );
  let isOver = false;
  let breaks = 0;
  let added = 0;
  const breaking = (async () => {
    while (!isOver) {
      const { rowCount } = await server.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'haze' AND random() < 0.3`,
      );
      breaks += rowCount ?? 0;
      // A store retries only for a limited time, so a call must succeed between two broken connections, however slow
      // the machine is.
      for (const before = added; added === before && !isOver; )
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const add = (store: Store) =>
    store.transaction(async (tx) => {
      const sum = await tx.get(notes, 'sum');
      await tx.update(notes, 'sum', { body: { text: String(Number(sum?.body.text) + 1) } });
    });
  const addOne = async (store: Store) => {
    await add(store);
    added += 1;
  };
  const count = 60;
  for (let round = 0; round < count; round += 1) await Promise.all(stores.map(addOne));
  isOver = true;
  await breaking;
  expect(breaks).toBeGreaterThan(0);
  expect((await stores[0]!.get(notes, 'sum'))?.body.text).toBe(String(2 * count));
});

test('changes made while the connection was lost are reported once it is restored', async () => {
  const namespace = nextNamespace();
  const [one, other] = [await open({ namespace }), await open({ namespace })];
  const heard: string[] = [];
  other.onChange((changes) => {
    for (const change of changes) if (change.what === 'record') heard.push(change.id);
  });
  await server.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'haze' AND query !~ 'pg_stat'`,
  );
  await addNote(one, 'missed', 's');
  await expect.poll(() => heard, { timeout: scaleLimit(60_000) }).toContain('missed');
});

test('if a process dies after committing a change but before announcing it, the change is reported soon', async () => {
  const namespace = nextNamespace();
  const store = await open({ namespace });
  await addNote(store, 'job', 'Accepted');
  const heard: Change[] = [];
  store.onChange((changes) => heard.push(...changes));
  await server.query(`UPDATE ${namespace}.records SET status = 'Building', changed_at = clock_timestamp();
    SELECT nextval('${namespace}.news')`);
  const change = { what: 'record', kind: notes.kind, id: 'job', status: 'Building', gone: false };
  await expect.poll(() => heard, { timeout: scaleLimit(30_000) }).toContainEqual(change);
});

test('a claim never waits for another claim, but takes the next free record', async () => {
  const namespace = nextNamespace();
  const store = await open({ namespace });
  for (const id of ['a', 'b', 'c']) await addNote(store, id, id === 'c' ? 'Rescheduled' : 'Accepted');
  const holder = new pg.Client({ connectionString: server.url() });
  await holder.connect();
  const lock = (ids: string) =>
    holder.query(`SELECT FROM ${namespace}.records WHERE id IN (${ids}) ORDER BY id FOR UPDATE`);
  const claim = () =>
    store.claim(notes, { owner: 'ann', status: ['Rescheduled', 'Accepted'] }, async (tx, { id }) => {
      await tx.update(notes, id, { status: 'Initialising' });
      return id;
    });
  try {
    await holder.query('BEGIN');
    await lock(`'a', 'c'`);
    expect(await Promise.all([claim(), claim()])).toEqual(expect.arrayContaining(['b', undefined]));
    await holder.query('ROLLBACK');
    expect(await Promise.all([claim(), claim()])).toEqual(expect.arrayContaining(['a', 'c']));
  } finally {
    await holder.end();
  }
});

test('an export is a snapshot of one moment, even while others are writing', async () => {
  const namespace = nextNamespace();
  const [one, other] = [await open({ namespace }), await open({ namespace })];
  await addNote(one, 'a');
  await one.transaction((tx) => tx.putBlob('k', Uint8Array.of(1)));
  const contents = one.readAll();
  const records = contents.records()[Symbol.asyncIterator]();
  expect((await records.next()).value?.id).toBe('a');
  await addNote(other, 'b');
  await other.transaction((tx) => tx.putBlob('k', Uint8Array.of(2)));
  expect((await records.next()).done).toBe(true);
  for await (const { chunks } of contents.blobs()) {
    for await (const chunk of chunks()) expect([...chunk]).toEqual([1]);
  }
  await contents.end?.();
  expect(await one.count(notes, {})).toBe(2);
});

test('secrets are sealed with one key that all processes share, and a different key is rejected', async () => {
  const namespace = nextNamespace();
  const folder = mkdtempSync(join(tmpdir(), 'haze-seal-'));
  const keyFile = join(folder, 'seal-key');
  const [one, other] = [await open({ namespace, keyFile }), await open({ namespace, keyFile })];
  expect(await other.vault.open(await one.vault.seal('secret', 'here'), 'here')).toBe('secret');
  await expect(open({ namespace, keyFile: join(folder, 'other-key') })).rejects.toMatchObject({
    code: 'seal-key-differs',
  });
  rmSync(folder, { recursive: true });
});

test('a read-only database is reported on writes, but can be read', async () => {
  await server.createDatabase('readable');
  const store = await open({ url: server.url('readable') });
  await addNote(store, 'a');
  await server.query('ALTER DATABASE readable SET default_transaction_read_only = on');
  await server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'readable'`);
  await expect(addNote(store, 'b')).rejects.toMatchObject({ code: 'storage-read-only' });
  expect((await store.list(notes, {})).records.map(({ id }) => id)).toEqual(['a']);
});

test.each([
  ['a wrong password', (url: URL) => Object.assign(url, { password: 'wrong-secret' }), 'database-refused'],
  ['a missing database', (url: URL) => Object.assign(url, { pathname: '/none' }), 'database-refused'],
  ['a port without a listener', (url: URL) => Object.assign(url, { port: '1' }), 'storage-away'],
  ['an invalid URL', () => 'postgres//haze:wrong-secret@', 'usage'],
  ['a URL with another scheme', () => 'http://haze:wrong-secret@127.0.0.1/', 'usage'],
])('%s is reported in time, without revealing the password', async (_name, change, code) => {
  const url = String(change(new URL(server.url())));
  const said: string[] = [];
  const error = await openPostgresStore({ url, waitMs: 300, report: (line) => said.push(line) }).catch(
    (failure) => failure,
  );
  expect(error).toMatchObject({ code });
  expect(said.length).toBe(code === 'storage-away' ? 1 : 0);
  for (const secret of [server.password, 'wrong-secret', encodeURIComponent(server.password)])
    expect(`${error.message}${said.join()}`).not.toContain(secret);
});

test('a PostgreSQL version that is too old is rejected, and the message gives the version', async () => {
  await server.createDatabase('old');
  // The version that an older server would report.
  const says = `SET allow_system_table_mods = on;
    ALTER FUNCTION pg_catalog.current_setting(text) RENAME TO own_setting;
    CREATE FUNCTION pg_catalog.current_setting(text) RETURNS text LANGUAGE sql AS $$ SELECT CASE $1
      WHEN 'server_version_num' THEN '130014' WHEN 'server_version' THEN '13.14' ELSE own_setting($1) END $$`;
  await server.query(says, 'old');
  const opening = open({ url: server.url('old') });
  await expect(opening).rejects.toMatchObject({
    code: 'database-refused',
    message: expect.stringMatching(/is PostgreSQL 13\.14; the store needs 14 or later/),
  });
});

test('concurrent calls use no more connections than allowed', async () => {
  await server.createDatabase('narrow');
  const store = await open({ url: server.url('narrow'), connections: 3 });
  const names = Array.from({ length: 300 }, (_, at) => `note ${at}`);
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await server.query(
        `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = 'narrow'`,
      );
      most = Math.max(most, rows[0].count);
    }
  })();
  await Promise.all(names.map((name) => addNote(store, name)));
  isOver = true;
  await watching;
  expect((await store.list(notes, { limit: 1000 })).records).toHaveLength(300);
  // One additional connection listens for changes made by other processes.
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test('calls on a table that another client has locked fail with storage-busy', async () => {
  await server.createDatabase('locked');
  const store = await open({ url: server.url('locked'), namespace: 'haze', patienceMs: 1000 });
  await addNote(store, 'a');
  const holder = new pg.Client({ connectionString: server.url('locked') });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE haze.records IN ACCESS EXCLUSIVE MODE');
  const outcomes = await Promise.allSettled([store.get(notes, 'a'), addNote(store, 'b')]);
  for (const { reason } of outcomes as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'storage-busy', data: { retryAfter: expect.any(Number) } });
  await holder.query('ROLLBACK');
  await holder.end();
  await addNote(store, 'c');
  expect((await store.list(notes, {})).records.map(({ id }) => id)).toEqual(['a', 'c']);
});

test('startup waits for the database, a restart only delays calls, and a longer outage is reported', async () => {
  const namespace = nextNamespace();
  await server.stop('fast');
  const said: string[] = [];
  const opening = open({ namespace, patienceMs: 15_000, report: (line) => said.push(line) });
  await expect.poll(() => said.length).toBe(1);
  await server.start();
  const store = await opening;
  expect(said[1]).toContain('answers');
  const impatient = await open({ namespace, patienceMs: 100 });
  await addNote(store, 'before');
  await server.stop('immediate');
  const writing = Promise.all(['a', 'b', 'c'].map((id) => addNote(store, id)));
  await expect(impatient.get(notes, 'before')).rejects.toMatchObject({ code: 'storage-away' });
  await expect(addNote(impatient, 'd')).rejects.toMatchObject({ code: 'storage-away' });
  await server.start();
  await writing;
  expect((await store.list(notes, {})).records.map(({ id }) => id).sort()).toEqual(['a', 'b', 'before', 'c']);
  await addNote(impatient, 'e');
});

describe('a transaction whose commit gets no response', () => {
  /**
   * An engine whose next commit fails without a response. `becomes`: the commit was stored, or it was lost, or the
   * engine crashed and reused the transaction ID. In the last case, the other transaction's state is reported for both.
   */
  async function openUnsure(becomes: 'stored' | 'lost' | 'renamed'): Promise<Store> {
    const namespace = nextNamespace();
    await open({ namespace });
    const connections = new PostgresConnections({ url: server.url(), namespace, most: 2, patienceMs: 2000 });
    let isDue = true;
    const take = connections.take.bind(connections);
    const query: Query = async (statement) =>
      becomes === 'renamed' && statement.text.includes('pg_xact_status')
        ? { rows: [{ status: 'committed' }], rowCount: 1, command: 'SELECT' }
        : connections.query(statement);
    const unsure = {
      place: connections.place,
      patienceMs: connections.patienceMs,
      patiently: connections.patiently.bind(connections),
      close: () => connections.close(),
      query,
      take: async () => {
        const own = await take();
        const lose: Query = async (statement) => {
          if (!isDue || statement.text !== 'COMMIT') return own.query(statement);
          isDue = false;
          await own.query(becomes === 'stored' ? statement : { text: 'ROLLBACK' });
          throw Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' });
        };
        return { ...own, query: lose };
      },
    } as unknown as PostgresConnections;
    const room = new PostgresRoom(connections, 'cache/');
    const engine = new PostgresEngine({ connections: unsure, room });
    const store = createStore(engine);
    opened.push(store);
    return store;
  }
  const write = (store: Store) =>
    store.transaction(async (tx) => {
      await tx.insert(notes, { id: 'n', owner: 'ann', createdAt: 1, body: { text: 'once' } });
      await tx.appendChunk('stream', Uint8Array.of(1, 2));
    });
  const read = async (store: Store) => [
    (await store.get(notes, 'n'))?.body,
    (await store.blobInfo('stream'))?.sizeBytes,
  ];

  test.each(['stored', 'lost', 'renamed'] as const)(
    'a transaction whose commit gets no response is stored once: %s',
    async (becomes) => {
      const store = await openUnsure(becomes);
      await write(store);
      expect(await read(store)).toEqual([{ text: 'once' }, 2]);
    },
  );

  test('a transaction with an unknown outcome is reported as uncertain', async () => {
    const store = await openUnsure('renamed');
    await expect(addNote(store, 'n')).rejects.toMatchObject({
      code: 'storage-away',
      message: /may or may not have been stored/,
    });
  });

  test('a transaction that only wrote a record is stored', async () => {
    const store = await openUnsure('stored');
    await addNote(store, 'n');
    expect(await read(store)).toEqual([{ text: 'n' }, undefined]);
  });
});
