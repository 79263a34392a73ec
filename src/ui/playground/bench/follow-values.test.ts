import { expect, test } from 'vitest';
import { beginFollowing, followValues } from './follow-values.ts';

/** The tests compare values by identity. */
const value = (label: string) => ({ label, unit: 'm', value: {} as never });

test('a followed value is matched by label and position in the next run, and its previous value is kept', () => {
  const printed = [value('x'), value('y'), value('x')];
  const followed = beginFollowing([printed[2]!, printed[1]!], printed);
  const after = [value('x'), value('x'), value('y')];
  expect(followValues(followed, after)).toEqual([
    after[1],
    { ...printed[2], label: 'x (previous run)', isBefore: true },
    after[2],
    { ...printed[1], label: 'y (previous run)', isBefore: true },
  ]);
});

test('values that are missing from the new run are dropped', () => {
  const printed = [value('x')];
  expect(followValues(beginFollowing(printed, printed), [value('y')])).toEqual([]);
  expect(followValues(beginFollowing(printed, printed), [])).toEqual([]);
});

test('values from earlier runs, and samples, are not kept', () => {
  const printed = [value('x')];
  const viewed = [
    ...printed,
    { ...value('x'), isBefore: true },
    { label: 'r', samples: new Float64Array(1) },
  ];
  expect(beginFollowing(viewed, printed)).toHaveLength(1);
});
