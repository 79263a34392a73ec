// Tests that a tab's bucket outlives the page.
import { expect, test } from 'vitest';
import type { ServiceClient } from '../service/service-client.ts';
import { InputFolder } from './input-folder.ts';

test('a reloaded page keeps its bucket; a duplicated tab creates a new bucket', async () => {
  const buckets = new Map<string, { BucketID: string; Name: string }>();
  const client = {
    createBucket: async (Name: string) => {
      const bucket = { BucketID: `buc_${buckets.size}`, Name };
      buckets.set(bucket.BucketID, bucket);
      return bucket;
    },
    readBucket: async (id: string) => buckets.get(id) ?? Promise.reject(new Error('unknown')),
    listFiles: async () => [],
  } as unknown as ServiceClient;
  const notes = new Map<string, string>();
  const note = {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, value: string) => void notes.set(key, value),
  };
  const open = async (name: string) => (await new InputFolder(client, name, note).send([]))[0]!.ResourceID;
  expect(await open('one')).toBe('buc_0');
  expect(await open('one')).toBe('buc_0');
  expect(await open('other')).toBe('buc_1');
  // Simulates a service that has lost all its data.
  buckets.clear();
  expect(await open('other')).toBe('buc_0');
});
