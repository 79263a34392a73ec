// Tests that a tab's bucket outlives the page, and that no program's files end up outside it.
import { expect, test } from 'vitest';
import { ServiceClient } from '../service/service-client.ts';
import { InputFolder } from './input-folder.ts';

test('a reloaded page keeps its bucket, and a duplicated tab creates a new one', async () => {
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

test.each(['../notes.csv', 'a/../../notes.csv', '../../keys'])(
  'an input file "%s" reaches nothing outside its program’s bucket',
  async (path) => {
    const written: string[] = [];
    const answer = async (address: Parameters<typeof fetch>[0], { method }: RequestInit = {}) => {
      const request = new Request(address, { method: method ?? 'GET' });
      if (method === 'PUT') written.push(new URL(request.url).pathname);
      return Response.json(method === 'POST' ? { BucketID: 'buc_1' } : { items: [] });
    };
    const client = new ServiceClient({ base: 'https://haze.example', key: 'k', fetch: answer });
    const folder = new InputFolder(client, 'playground-1');
    await expect(folder.send([{ path, text: 'taken' }])).rejects.toThrow(/is not the path of a file/);
    expect(written).toEqual([]);
  },
);
