// Some tests replace IndexedDB methods to simulate a browser that removes a database or runs out of room, because no
// call to the interface can cause this.
import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { storeContract } from '../../../test/store/store-contract.ts';
import { loadInstallation } from '../contract/installation.ts';
import { ObjectCache } from '../contract/object-cache.ts';
import { makeOrder } from '../contract/record-index.ts';
import { currentSchema } from '../contract/schema.ts';
import { openBody } from '../contract/sealed-records.ts';
import { type Change, recordType } from '../contract/store.ts';
import { openIndexedDbStore } from './indexeddb-store.ts';
import { toIndexed } from './indexeddb-tables.ts';

const notes = recordType<{ text: string }>('note');
let databases = 0;

function nextName(): string {
  databases += 1;
  return `store ${databases}`;
}

// This also runs after a failed test.
afterEach(() => vi.restoreAllMocks());

/** Opens a store and also returns its database, which the store hides. */
async function openWithDatabase() {
  const open = vi.spyOn(IDBFactory.prototype, 'open');
  const store = await openIndexedDbStore(nextName());
  const { result: database } = open.mock.results[0]!.value as IDBOpenDBRequest;
  return { store, database };
}

describe('the store in IndexedDB', () => {
  for (const { name, run } of storeContract) test(name, () => run(() => openIndexedDbStore(nextName())));
});

test('in two tabs with the same database, a record is claimed only once', async () => {
  const name = nextName();
  const tabs = [await openIndexedDbStore(name), await openIndexedDbStore(name)];
  await tabs[0]!.transaction((tx) =>
    tx.insert(notes, { id: 'job', owner: 'ann', status: 'Accepted', createdAt: 1, body: { text: '' } }),
  );
  const claims = await Promise.all(
    [...tabs, ...tabs].map((tab) =>
      tab.transaction(async (tx) => {
        const job = await tx.get(notes, 'job');
        return job?.status === 'Accepted' && tx.update(notes, 'job', { status: 'Initialising' });
      }),
    ),
  );
  expect(claims.filter(Boolean)).toHaveLength(1);
});

test('a newer program migrates the records, older tabs release the database, and the older program is rejected afterwards', async () => {
  const name = nextName();
  const old = await openIndexedDbStore(name);
  await old.transaction(async (tx) => {
    await tx.insert(notes, { id: 'a', owner: 'ann', status: 's', createdAt: 1, body: { text: 'x' } });
    await tx.insert(notes, { id: 'b', owner: 'ann', createdAt: 2, body: { text: 'drop' } });
  });
  const version = currentSchema.version + 1;
  const schema = {
    version,
    migrations: [
      {
        to: version,
        migrate: (record: { kind: string; body: object }) => {
          const { text } = record.body as { text: string };
          return text === 'drop' ? undefined : { ...record, status: 't', body: { text: `${text}!` } };
        },
      },
    ] as never,
  };
  const migrated = await openIndexedDbStore(name, { schema });
  const { records } = await migrated.list(notes, { owner: 'ann', status: ['t'] });
  expect(records.map((record) => record.body.text)).toEqual(['x!']);
  expect(await migrated.get(notes, 'b')).toBeUndefined();
  await expect(old.get(notes, 'a')).rejects.toMatchObject({ code: 'store-closed' });
  await expect(openIndexedDbStore(name)).rejects.toMatchObject({ code: 'store-too-new' });
});

test('a failed migration leaves the old data unchanged', async () => {
  const name = nextName();
  const old = await openIndexedDbStore(name);
  await old.transaction((tx) =>
    tx.insert(notes, { id: 'a', owner: 'ann', createdAt: 1, body: { text: 'x' } }),
  );
  await old.close();
  const migrate = () => {
    throw new Error('cannot');
  };
  const schema = {
    version: currentSchema.version + 1,
    migrations: [{ to: currentSchema.version + 1, migrate }],
  };
  await expect(openIndexedDbStore(name, { schema })).rejects.toThrow('cannot');
  expect((await (await openIndexedDbStore(name)).get(notes, 'a'))?.body.text).toBe('x');
});

test('the secrets in a version 1 database can still be read, and are sealed with a key that cannot be read', async () => {
  const name = nextName();
  const rows = [
    { kind: 'installation', id: 'self', body: { secret: 'old secret', salt: 'salt' } },
    { kind: 'page-key', id: 'own', body: { Key: 'old key' } },
  ];
  const plain = await openDB(name, 1, {
    upgrade: (db) => {
      db.createObjectStore('records', { keyPath: ['kind', 'id'] }).createIndex('places', 'places', {
        multiEntry: true,
      });
      db.createObjectStore('blobs', { keyPath: 'key' });
      for (const store of ['chunks', 'staged', 'counters']) db.createObjectStore(store);
    },
  });
  for (const [index, { kind, id, body }] of rows.entries()) {
    const order = makeOrder(0, index + 1);
    const row = { kind, id, owner: '', parent: '', status: '', createdAt: 0, order };
    await plain.put('records', toIndexed({ ...row, body: JSON.stringify(body) }));
  }
  plain.close();
  const store = await openIndexedDbStore(name);
  expect(await loadInstallation(store)).toEqual({ secret: 'old secret', salt: 'salt' });
  const key = (await store.get(recordType('page-key'), 'own'))!;
  expect(await openBody(store.vault, 'page-key', 'own', key.body)).toBe('old key');
  const again = await openIndexedDbStore(name);
  expect((await loadInstallation(again)).secret).toBe('old secret');
  await again.close();
  await store.close();
  const raw = await openDB(name);
  expect(JSON.stringify(await raw.getAll('records'))).not.toMatch(/old (secret|key)/);
  const sealKey: CryptoKey = await raw.get('vault', 'key');
  await expect(crypto.subtle.exportKey('raw', sealKey)).rejects.toThrow(/extractable/);
  raw.close();
});

test('a database that the browser removes is reported as evicted', async () => {
  const { store, database } = await openWithDatabase();
  // This listener runs after the store's listener, which was added earlier.
  const closed = new Promise((resolve) => database.addEventListener('close', resolve));
  forceCloseDatabase(database as never);
  await closed;
  await expect(store.get(notes, 'a')).rejects.toMatchObject({ code: 'storage-evicted' });
});

test('pending work fails when the browser removes a database, even without an event', async () => {
  const { store, database } = await openWithDatabase();
  // Imitates Firefox: neither this request nor its transaction ever fires an event.
  const get = vi
    .spyOn(IDBObjectStore.prototype, 'get')
    .mockImplementation(() => new (IDBRequest as unknown as new () => IDBRequest)());
  const outcomes = [
    store.get(notes, 'a'),
    store.transaction((tx) => tx.get(notes, 'a')),
    store.readChunk('key', 0),
  ].map((asked) => expect(asked).rejects.toMatchObject({ code: 'storage-evicted' }));
  await vi.waitFor(() => expect(get).toHaveBeenCalled());
  forceCloseDatabase(database as never);
  await Promise.all(outcomes);
});

test('filling the database is reported, and no part of the transaction is stored', async () => {
  const store = await openIndexedDbStore(nextName());
  const { put } = IDBObjectStore.prototype;
  let left = 3;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    left -= 1;
    if (left < 0) throw new DOMException('no room', 'QuotaExceededError');
    return put.apply(this, args);
  });
  const work = store.transaction(async (tx) => {
    for (const id of ['a', 'b', 'c']) {
      await tx.insert(notes, { id, owner: 'ann', createdAt: 1, body: { text: id } });
    }
  });
  await expect(work).rejects.toMatchObject({ code: 'storage-full' });
  await expect(
    store.writeBlob(
      'k',
      (async function* () {
        yield new Uint8Array(10);
      })(),
    ),
  ).rejects.toMatchObject({ code: 'storage-full' });
  expect(await store.count(notes, {})).toBe(0);
  expect(await store.listBlobs({ prefix: '' })).toEqual([]);
});

test('caches in a full database are evicted to free space, and a cache without entries stores nothing', async () => {
  const store = await openIndexedDbStore(nextName());
  const cache = new ObjectCache(store, 'objects');
  await cache.put('old', new Uint8Array(10));
  const { put, delete: remove } = IDBObjectStore.prototype;
  let hasRoom = false;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (!hasRoom) throw new DOMException('no room', 'QuotaExceededError');
    return put.apply(this, args);
  });
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, ...args) {
    hasRoom = true;
    return remove.apply(this, args);
  });
  const changes: (readonly Change[])[] = [];
  store.onChange((some) => changes.push(some));
  await store.transaction((tx) =>
    tx.insert(notes, { id: 'a', owner: 'ann', createdAt: 1, body: { text: 'a' } }),
  );
  vi.mocked(IDBObjectStore.prototype.delete).mockRestore();
  hasRoom = false;
  await cache.put('new', new Uint8Array(10));
  expect((await store.get(notes, 'a'))?.body.text).toBe('a');
  expect(changes).toEqual([[{ what: 'record', kind: 'note', id: 'a', gone: false }]]);
  expect([await cache.get('old'), await cache.get('new')]).toEqual([undefined, undefined]);
});
