import { expect, test } from 'vitest';
import { HazeError } from '../../errors/haze-error.ts';
import type { TakeRepository } from '../../jobs/cloning/clone-client.ts';
import { defaultCheckOutSettings } from '../../repositories/check-out-settings.ts';
import { ServeMemory } from './serve-memory.ts';

const MEBIBYTE = 2 ** 20;
const request = {
  url: 'https://far.example/a/b',
  branch: '',
  commit: 'HEAD',
  directory: '',
  settings: defaultCheckOutSettings,
};
const shelf = { get: async () => undefined, put: async () => undefined };
const context = { shelf, signal: new AbortController().signal, report: () => undefined };

/** A fetch that is rejected until `neededBytes` bytes may be downloaded. */
function openFetch(neededBytes: number) {
  const allowed: number[] = [];
  let running = 0;
  let most = 0;
  const take: TakeRepository = async ({ settings }) => {
    running += 1;
    most = Math.max(most, running);
    allowed.push(settings.maxDownloadBytes);
    await Promise.resolve();
    running -= 1;
    if (settings.maxDownloadBytes < neededBytes) throw new HazeError('repository-too-large', 'too large');
    return { files: new Map(), commit: '', remarks: [] };
  };
  return { take, allowed, most: () => most };
}

test('a repository is first fetched with little memory, and with much more if that is not enough', async () => {
  const memory = new ServeMemory(1500 * MEBIBYTE, () => 0);
  const small = openFetch(1e6);
  await memory.limitFetches(small.take)(request, context);
  expect(small.allowed).toEqual([32 * MEBIBYTE]);
  const large = openFetch(100e6);
  await memory.limitFetches(large.take)(request, context);
  expect(large.allowed).toEqual([32 * MEBIBYTE, (1500 - 450 - 192) * 2 ** 17]);
  await expect(memory.limitFetches(openFetch(200e6).take)(request, context)).rejects.toThrow('too large');
});

test('repositories that do not fit into memory together are fetched in turn', async () => {
  const memory = new ServeMemory(1500 * MEBIBYTE, () => 0);
  const { take, most } = openFetch(0);
  const limited = memory.limitFetches(take);
  await Promise.all(Array.from({ length: 5 }, () => limited(request, context)));
  expect(most()).toBe(2);
});
