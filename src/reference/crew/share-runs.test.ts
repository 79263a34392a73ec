import { expect, test } from 'vitest';
import { sizeOfPart } from './share-runs.ts';

/** One processor here, one helper, runs of one millisecond, parts of one second. */
const RUNS = { helpers: 1, partMs: 1000, parallelism: 1, runMs: 1, valuesPerRun: 1, isGoingOn: false };
const sizes = (given: Partial<typeof RUNS>, ...lefts: number[]) =>
  lefts.map((left) => sizeOfPart({ ...RUNS, ...given, left }));

test('a part is sized to take its allotted time, and less than that near the end', () => {
  expect(sizes({}, 100_000, 4000, 2000, 1500)).toEqual([1000, 1000, 500, 375]);
});

test('short work is not shared with helpers, and sharing that has begun continues with ever smaller parts', () => {
  expect(sizes({}, 1499, 1000, 400)).toEqual([0, 0, 0]);
  expect(sizes({ isGoingOn: true }, 1499, 1000, 400, 399)).toEqual([375, 250, 100, 0]);
});

test('a part has no more values than fit into memory, but at least one run', () => {
  expect(sizes({ valuesPerRun: 2 ** 19 }, 100_000)).toEqual([2]);
  expect(sizes({ valuesPerRun: 2 ** 21 }, 100_000)).toEqual([1]);
});

test('a part has more runs if there are more processors, and fewer if there are more helpers', () => {
  expect(sizes({ parallelism: 4 }, 100_000)).toEqual([4000]);
  expect(sizes({ helpers: 3 }, 4000)).toEqual([500]);
});
