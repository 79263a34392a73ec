import { afterEach, expect, test, vi } from 'vitest';
import { startInThread } from '../../../../test/jobs/worker-in-thread.ts';
import { HazeError } from '../../../errors/haze-error.ts';
import type { CloneHost, CloneService } from '../../../jobs/cloning/clone-service.ts';
import { StoredShelf } from '../../../jobs/cloning/repository-store.ts';
import { createMemoryStore } from '../../../store/memory/memory-store.ts';
import { fetchRepository } from './repositories.ts';

const answers: (() => ReturnType<CloneService['checkOut']>)[] = [];

vi.mock('../../program/page-workers.ts', () => ({
  createPageCloneWorker: () =>
    startInThread<CloneService, CloneHost>(() => ({ checkOut: () => answers.shift()!() })),
}));

afterEach(() => {
  vi.restoreAllMocks();
});

test('the stored repositories are trimmed to their limit after a fetch succeeds or fails', async () => {
  const shrink = vi.spyOn(StoredShelf.prototype, 'shrink');
  const store = createMemoryStore();
  const wish = { url: 'https://github.com/ann/sums' };
  answers.push(async () => ({ commit: 'c', remarks: [] }));
  expect(await fetchRepository(store, wish)).toMatchObject({ commit: 'c' });
  answers.push(async () => {
    throw new HazeError('repository-empty', 'nothing');
  });
  await expect(fetchRepository(store, wish)).rejects.toMatchObject({ code: 'repository-empty' });
  expect(shrink.mock.calls).toEqual([[1024 ** 3], [1024 ** 3]]);
});
