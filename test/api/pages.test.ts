// Ten thousand tasks, listed in pages on every backend that needs no browser, while tasks are added and removed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type TaskBody, tasks } from '../../src/jobs/records/records.ts';
import { beginHistory } from '../../src/jobs/records/states.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';
import { openIndexedDbStore } from '../../src/store/indexeddb/indexeddb-store.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { ApiFixture } from './api-fixture.ts';

const COUNT = 10_000;
const BODY: TaskBody = {
  ...beginHistory('task', 0),
  BuildID: `bld_${'0'.repeat(32)}`,
  Arguments: '',
  DataSources: [],
};

function taskId(index: number): string {
  return `tsk_${index.toString(16).padStart(32, '0')}`;
}

async function addTasks(fixture: ApiFixture, from: number, to: number): Promise<void> {
  await fixture.store.transaction(async (tx) => {
    for (let index = from; index < to; index += 1) {
      await tx.insert(tasks, {
        id: taskId(index),
        owner: index % 5 === 4 ? fixture.bob.userId : fixture.ann.userId,
        parent: BODY.BuildID,
        status: index % 2 === 0 ? 'Completed' : 'Accepted',
        createdAt: fixture.timeMs + Math.floor(index / 100),
        body: BODY,
      });
    }
  });
}

/** IDs from every page of a list; `between` runs after each page. */
async function readPages(
  fixture: ApiFixture,
  query: string,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = [];
  let startKey = '';
  for (let page = 1; ; page += 1) {
    const { body } = await fixture.call('GET', `/tasks?${query}${startKey}`);
    expect(body.Count).toBe(body.Tasks.length);
    expect(body.Count).toBeLessThanOrEqual(25);
    ids.push(...body.Tasks.map((task: { TaskID: string }) => task.TaskID));
    if (body.ContinuationKey === undefined) return ids;
    startKey = `&startKey=${body.ContinuationKey}`;
    await between(page);
  }
}

const own = (index: number) => index % 5 !== 4;
/** The order of lists: newest first. */
const all = Array.from({ length: COUNT }, (_, index) => COUNT - 1 - index);

async function checkPages(store: Store): Promise<void> {
  const fixture = await ApiFixture.open({}, store);
  await addTasks(fixture, 0, COUNT);
  expect(await readPages(fixture, '')).toEqual(all.filter(own).map(taskId));
  const completed = all.filter((index) => own(index) && index % 2 === 0);
  expect(await readPages(fixture, 'status=Completed&status=Cancelled')).toEqual(completed.map(taskId));
  const last = all.filter((index) => own(index) && index >= COUNT - 300);
  const from = new Date(fixture.timeMs + (COUNT - 300) / 100).toISOString();
  const seen = await readPages(fixture, `from=${from}&limit=10`, async (page) => {
    if (page !== 2) return;
    // By now, the record before the start of the next page has been deleted, and records newer than these pages exist.
    await fixture.store.transaction((tx) => tx.delete(tasks, taskId(last[19]!)));
    await addTasks(fixture, COUNT, COUNT + 50);
  });
  expect(seen).toEqual(last.map(taskId));
}

test('pages list every task once in the in-memory store', () => checkPages(createMemoryStore()));

test('pages list every task once in a folder store, and no task is lost when the store is reopened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'haze-pages-'));
  const store = await openFolderStore(folder);
  await checkPages(store);
  await store.close();
  const again = await openFolderStore(folder);
  expect(await again.count(tasks, {})).toBe(COUNT + 49);
  await again.close();
  await rm(folder, { recursive: true });
});

test('pages list every task once in IndexedDB', async () => checkPages(await openIndexedDbStore('pages')));
