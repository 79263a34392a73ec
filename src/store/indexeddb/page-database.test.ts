import 'fake-indexeddb/auto';
import type { DBSchema } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DatabaseLoss, openPageDatabase } from './page-database.ts';

interface Notes extends DBSchema {
  notes: { key: string; value: string };
}

/** The error that a closed database must throw according to the specification. */
const CLOSED = expect.objectContaining({ name: 'InvalidStateError' });
let page: EventTarget;
let databases = 0;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

async function openNotes(atLeave: 'abort' | 'commit', name = `notes ${++databases}`) {
  const losses: DatabaseLoss[] = [];
  const db = await openPageDatabase<Notes>(name, 1, {
    atLeave,
    upgrade: (upgraded) => upgraded.createObjectStore('notes'),
    onLost: (why) => losses.push(why),
  });
  return { db, name, losses };
}

const leave = () => page.dispatchEvent(new Event('pagehide'));

test('leaving a page aborts all its transactions and closes the database', async () => {
  const { db, name, losses } = await openNotes('abort');
  const tx = db.transaction('notes', 'readwrite');
  const ends = Promise.allSettled([tx.store.put('long', 'a'), tx.done, db.put('notes', 'short', 'b')]);
  leave();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(losses).toEqual(['left']);
  expect(() => db.transaction('notes')).toThrow(CLOSED);
  const { db: later } = await openNotes('abort', name);
  expect(await later.getAllKeys('notes')).toEqual([]);
  later.close();
});

test('leaving a page with commit keeps the requested writes, even though their caller never continues', async () => {
  const { db, name } = await openNotes('commit');
  const tx = db.transaction('notes', 'readwrite');
  const put = tx.store.put('kept', 'a');
  leave();
  await put;
  await tx.done;
  // The transaction cannot continue, either.
  expect(() => tx.store.put('late', 'b')).toThrow();
  const { db: later } = await openNotes('commit', name);
  expect(await later.getAllKeys('notes')).toEqual(['a']);
  later.close();
});

test('leaving a page does not affect finished transactions and closed databases', async () => {
  const { db, losses } = await openNotes('abort');
  await db.put('notes', 'kept', 'a');
  expect(await db.get('notes', 'a')).toBe('kept');
  db.close();
  leave();
  expect(losses).toEqual([]);
});

test('a database is closed, and reports this once, when another page upgrades it', async () => {
  const { db, name, losses } = await openNotes('abort');
  await openPageDatabase<Notes>(name, 2, {
    atLeave: 'abort',
    upgrade: () => undefined,
    onLost: () => undefined,
  }).then((newer) => newer.close());
  expect(losses).toEqual(['wanted']);
  expect(() => db.transaction('notes')).toThrow(CLOSED);
});
