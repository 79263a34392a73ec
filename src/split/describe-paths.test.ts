// Tests the sentences about the paths that draws take: every gap in a result is reported.
import { expect, it } from 'vitest';
import type { ReferenceFigures } from '../reference/crew/describe-reference.ts';
import { describePaths } from './describe-paths.ts';

const FIGURES: ReferenceFigures = {
  runs: 4097,
  wantedRuns: 4097,
  timeLimitSeconds: undefined,
  otherPaths: 0,
  printedValues: 1,
  partialValues: 0,
  failed: 0,
  failures: [],
  stuck: { count: 0, first: Number.POSITIVE_INFINITY },
  stuckAfterSeconds: 6,
  keptEach: 1,
  droppedValues: 0,
};

function notices(figures: Partial<ReferenceFigures>, isSettled = true): readonly string[] {
  const facts = { laneCount: 4096, words: [], values: [], passes: 8, isSettled, notices: [] };
  return describePaths({ ...facts, figures: { ...FIGURES, ...figures } }).notices;
}

it('a run whose draws all take the same path gets no notice', () => {
  expect(notices({})).toEqual([]);
});

it.each([
  [
    { droppedValues: 7 },
    /^only the first 20000 values and queries .* later queries are answered for single draws$/,
  ],
  [{ keptEach: 4 }, /^values combine only one draw in 4/],
  [{ stuck: { count: 1024, first: 9 }, runs: 3073 }, /^25 % of the draws did not finish within 6 s/],
  [{ runs: 101, timeLimitSeconds: 59.9 }, /^100 of 4096 draws were followed within the time limit of 60 s/],
] as const)('%j is reported', (figures, sentence) => {
  expect(notices(figures)).toEqual([expect.stringMatching(sentence)]);
});

it('query results that do not converge are reported', () => {
  expect(notices({}, false)).toEqual([expect.stringContaining('still changed after 8 passes')]);
});

it('a failure that the leading run shares is not reported as a different outcome', () => {
  const failures = [
    { reason: 'exited with status 1', count: 4000, first: 0 },
    { reason: 'exited with status 2', count: 97, first: 5 },
  ];
  expect(notices({ failed: 4097, failures })).toEqual(['2.37 % of the draws exited with status 2']);
});
