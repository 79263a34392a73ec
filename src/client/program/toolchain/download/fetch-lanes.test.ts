import { expect, test } from 'vitest';
import { FetchLanes } from './fetch-lanes.ts';

/** Work that finishes when the test says so. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, { done: (value: string) => void; fail: (error: Error) => void }>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((done, fail) => ends.set(name, { done, fail }));
  };
  return { begun, ends, work };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('requests start in order, and at most the given number run at a time', async () => {
  const { begun, ends, work } = openWork();
  const lanes = new FetchLanes(2);
  const results = ['a', 'b', 'c', 'd'].map((name) => lanes.run(work(name)));
  await settled();
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')!.done('B');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.get('a')!.done('A');
  await settled();
  for (const name of ['c', 'd']) ends.get(name)!.done(name.toUpperCase());
  expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D']);
  expect(await lanes.run(async () => 'E')).toBe('E');
});

test('after a failure, no new requests start, and running requests continue', async () => {
  const { begun, ends, work } = openWork();
  const lanes = new FetchLanes(2);
  const results = Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => lanes.run(work(name))));
  await settled();
  ends.get('a')!.fail(new Error('away'));
  await settled();
  ends.get('b')!.done('B');
  const reason = new Error('away');
  expect(await results).toEqual([
    { status: 'rejected', reason },
    { status: 'fulfilled', value: 'B' },
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  expect(begun).toEqual(['a', 'b']);
});
