import { expect, test } from 'vitest';
import { MemoryShare } from './memory-share.ts';

/** Work that the test starts and finishes; the list shows what is running. */
function openWork(share: MemoryShare) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, bytes: number, signal?: AbortSignal) =>
    share.use(bytes, signal, async () => {
      running.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      running.splice(running.indexOf(name), 1);
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)!();
    await settle();
  };
  return { running, start, end, settle };
}

test('work that does not fit into memory waits, and no other work overtakes it', async () => {
  const { running, start, end, settle } = openWork(new MemoryShare(100));
  start('a', 60);
  start('b', 60);
  start('c', 10);
  await settle();
  expect(running).toEqual(['a']);
  await end('a');
  expect(running).toEqual(['b', 'c']);
});

test('memory in use leaves less for new work, but a single piece of work can always start', async () => {
  let heldBytes = 1000;
  const { running, start, end, settle } = openWork(new MemoryShare(100, () => heldBytes));
  start('a', 40);
  start('b', 40);
  start('c', 40);
  await settle();
  expect(running).toEqual(['a']);
  heldBytes = 0;
  await end('a');
  expect(running).toEqual(['b', 'c']);
});

test('work that might exceed the total memory runs alone', async () => {
  const { running, start, end, settle } = openWork(new MemoryShare(100));
  start('small', 10);
  start('huge', 1000);
  start('later', 10);
  await settle();
  expect(running).toEqual(['small']);
  await end('small');
  expect(running).toEqual(['huge']);
  await end('huge');
  expect(running).toEqual(['later']);
});

test('failed work frees its memory, and cancelled work does not block the queue', async () => {
  const share = new MemoryShare(100);
  await expect(share.use(100, undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const { running, start, end, settle } = openWork(share);
  const controller = new AbortController();
  start('a', 100);
  start('cancelled', 100, controller.signal);
  start('b', 100);
  controller.abort();
  await settle();
  expect(running).toEqual(['a', 'cancelled']);
  await end('a');
  expect(running).toEqual(['cancelled', 'b']);
});
