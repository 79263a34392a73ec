import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { recordType, type Store } from '../../../store/contract/store.ts';
import { openIndexedDbStore } from '../../../store/indexeddb/indexeddb-store.ts';
import { createMemoryStore } from '../../../store/memory/memory-store.ts';
import { type LastingStore, openLastingStore } from './lasting-store.ts';

const notes = recordType<{ text: string }>('note');
const note = (id: string) => ({ id, owner: '', createdAt: 1, body: { text: id } });

let store: LastingStore | undefined;
afterEach(() => store?.close());

/** A store whose first database is closed to simulate its removal by a browser. */
async function openTaken(restore?: (store: Store) => Promise<void>) {
  const opened: Store[] = [];
  const open = vi.fn(async () => {
    const next = createMemoryStore();
    opened.push(next);
    return next;
  });
  store = await openLastingStore(open, restore ? { restore } : {});
  return { store, open, takeAway: () => opened.at(-1)!.close() };
}

test('after a database is deleted, calls go to a new database, which is opened only once', async () => {
  const { store, open, takeAway } = await openTaken();
  await store.transaction((tx) => tx.insert(notes, note('a')));
  await takeAway();
  const answers = await Promise.all([store.get(notes, 'a'), store.count(notes, {}), store.blobInfo('x')]);
  expect(answers).toEqual([undefined, 0, undefined]);
  expect(open).toHaveBeenCalledTimes(2);
  await takeAway();
  await store.transaction((tx) => tx.insert(notes, note('b')));
  expect((await store.get(notes, 'b'))?.body.text).toBe('b');
  expect(open).toHaveBeenCalledTimes(3);
});

test('required records are restored in a new database before the first call', async () => {
  const { store, takeAway } = await openTaken((fresh) =>
    fresh.transaction(async (tx) => {
      await tx.insert(notes, note('restored'));
    }),
  );
  await takeAway();
  expect((await store.get(notes, 'restored'))?.id).toBe('restored');
});

test('listeners are notified of changes in each new database', async () => {
  const { store, takeAway } = await openTaken();
  const heard: string[] = [];
  store.onChange((changes) => heard.push(...changes.map((change) => ('id' in change ? change.id : ''))));
  await store.transaction((tx) => tx.insert(notes, note('a')));
  await takeAway();
  await store.transaction((tx) => tx.insert(notes, note('b')));
  expect(heard).toEqual(['a', 'b']);
});

test('a failed open is retried on the next call, and a closed store stays closed', async () => {
  const { store, open, takeAway } = await openTaken();
  await takeAway();
  open.mockRejectedValueOnce(new Error('busy'));
  await expect(store.count(notes, {})).rejects.toThrow('busy');
  expect(await store.count(notes, {})).toBe(0);
  await store.close();
  await expect(store.count(notes, {})).rejects.toMatchObject({ code: 'store-closed' });
  expect(open).toHaveBeenCalledTimes(3);
});

test('a stream is written to the new database', async () => {
  const { store, takeAway } = await openTaken();
  await takeAway();
  async function* bytes() {
    yield Uint8Array.of(1, 2, 3);
  }
  expect(await store.writeBlob('blob', bytes())).toMatchObject({ sizeBytes: 3 });
});

test('a database that another tab deletes is reopened empty, and the page is notified', async () => {
  const told = vi.fn();
  store = await openLastingStore(() => openIndexedDbStore('deleted', { onTakenAway: told }));
  await store.transaction((tx) => tx.insert(notes, note('a')));
  const request = indexedDB.deleteDatabase('deleted');
  await new Promise((done) => request.addEventListener('success', done));
  expect(told).toHaveBeenCalledTimes(1);
  expect(await store.get(notes, 'a')).toBeUndefined();
  await store.transaction((tx) => tx.insert(notes, note('b')));
  expect((await store.get(notes, 'b'))?.id).toBe('b');
});
