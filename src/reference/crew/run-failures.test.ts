import { expect, test } from 'vitest';
import { RunFailures } from './run-failures.ts';

const exitOf = (run: number, exitStatus: number) => ({ run, end: { kind: 'exited', exitStatus } as const });

test('runs that fail in the same way are counted together, under the first of them', () => {
  const failures = new RunFailures();
  failures.addRuns([exitOf(7, 3), exitOf(2, 4), exitOf(5, 3)]);
  const others = new RunFailures();
  others.addRuns([exitOf(1, 3)]);
  failures.add(others.list());
  expect(failures.count).toBe(4);
  expect(failures.list()).toEqual([
    { reason: 'exited with status 3', count: 3, first: 1 },
    { reason: 'exited with status 4', count: 1, first: 2 },
  ]);
});

test('the failures of the earliest runs are kept, and all failures are counted', () => {
  const failures = new RunFailures();
  for (let run = 10_000; run > 0; run -= 1) failures.addRuns([exitOf(run, 1000 + run)]);
  expect(failures.count).toBe(10_000);
  expect(failures.list()).toHaveLength(1000);
  expect(failures.list().slice(0, 2)).toEqual([
    { reason: 'exited with status 1001', count: 1, first: 1 },
    { reason: 'exited with status 1002', count: 1, first: 2 },
  ]);
});
