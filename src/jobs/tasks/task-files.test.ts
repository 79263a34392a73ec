import { expect, test } from 'vitest';
import { recordType } from '../../store/contract/store.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import type { DataSource } from '../records/records.ts';
import { openTaskFiles } from './task-files.ts';

const drives = recordType<{ readonly Name: string; readonly DataSources: readonly DataSource[] }>('drive');

test('a huge number of nested drives is rejected without a full search', async () => {
  const store = createMemoryStore();
  const naming = (drive: number, count: number): DataSource[] =>
    Array.from({ length: count }, (_, i) => ({
      Location: `${i}`,
      ResourceID: `drv_${drive}`,
      ResourceType: 'Drive',
    }));
  await store.transaction(async (tx) => {
    for (let drive = 0; drive < 6; drive += 1) {
      const body = { Name: `${drive}`, DataSources: drive === 5 ? [] : naming(drive + 1, 100) };
      await tx.insert(drives, { id: `drv_${drive}`, owner: 'usr_1', createdAt: 0, body });
    }
  });
  const task = { owner: 'usr_1', buildId: 'bld_1', maxBytes: 1e6 };
  await expect(openTaskFiles(store, { ...task, sources: naming(0, 1) })).rejects.toMatchObject({
    code: 'data-sources-too-many',
  });
  expect((await openTaskFiles(store, { ...task, sources: naming(5, 100) })).files.size).toBe(0);
});
