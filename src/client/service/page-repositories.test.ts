import { afterEach, expect, test, vi } from 'vitest';
import type { CloneMessage } from '../../jobs/clone-messages.ts';
import { StoredShelf } from '../../jobs/repository-store.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { fetchRepository } from './page-repositories.ts';

const answers: CloneMessage[] = [];

vi.mock('../program/page-workers.ts', () => ({
  createPageCloneWorker: () => {
    let listen: (message: CloneMessage) => void = () => undefined;
    return {
      post: () => listen(answers.shift()!),
      onMessage: (listener: typeof listen) => {
        listen = listener;
      },
      onFailure: () => undefined,
      terminate: () => undefined,
    };
  },
}));

afterEach(() => {
  vi.restoreAllMocks();
});

test('what pages fetch is kept within bounds, whether or not it succeeded', async () => {
  const shrink = vi.spyOn(StoredShelf.prototype, 'shrink');
  const store = createMemoryStore();
  const wish = { url: 'https://github.com/ann/sums' };
  answers.push({ kind: 'done', result: { files: new Map(), commit: 'c', remarks: [] } });
  expect(await fetchRepository(store, wish)).toMatchObject({ commit: 'c' });
  answers.push({ kind: 'failure', error: { code: 'repository-empty', message: 'nothing' } });
  await expect(fetchRepository(store, wish)).rejects.toMatchObject({ code: 'repository-empty' });
  expect(shrink.mock.calls).toEqual([[1024 ** 3], [1024 ** 3]]);
});
