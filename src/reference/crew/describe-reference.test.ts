import { expect, test } from 'vitest';
import { describeReference } from './describe-reference.ts';
import { NO_RUNS } from './run-failures.ts';

const FIGURES = {
  runs: 10_000_000,
  wantedRuns: 10_000_000,
  timeLimitSeconds: undefined,
  otherPaths: 0,
  printedValues: 4,
  partialValues: 0,
  failed: 0,
  failures: [],
  stuck: NO_RUNS,
  stuckAfterSeconds: 6,
  keptEach: 1,
  droppedValues: 0,
};
const END = { kind: 'exited', exitStatus: 0 } as const;

test('the summary says so if samples are kept from only some of the runs', () => {
  expect(describeReference(END, FIGURES)).toBe('exit status 0; 10000000 runs');
  expect(describeReference(END, { ...FIGURES, keptEach: 4 })).toBe(
    'exit status 0; 10000000 runs; samples are kept from one run in 4, because there is not enough memory for all runs',
  );
});

test('the three most frequent failures are listed, and the rest are counted', () => {
  const failures = [1, 2, 3, 4].map((n) => ({ reason: `exited with status ${n}`, count: 10, first: n }));
  expect(describeReference(END, { ...FIGURES, failed: 2000, failures })).toMatch(
    /; 10 runs exited with status 3, starting with run 4; 1970 runs failed in other ways$/,
  );
});
