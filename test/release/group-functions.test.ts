import { expect, test } from 'vitest';
import { addFirst } from '../../scripts/group-functions.ts';

const groups = { every: [1], shared: [2], few: [3, 4], 'C++': [5], some: [6, 7] };
const first = (language: 'C' | 'Fortran' | 'C++', ...called: number[]) => ({
  language,
  isFirst: true,
  called: new Set(called),
});

test('functions called by first programs are grouped by language, and earlier groups are kept', () => {
  expect(addFirst(groups, [first('Fortran', 1, 3, 6, 9)])).toEqual({
    ...groups,
    every: [1, 3, 6, 9],
    few: [4],
    some: [7],
  });
  expect(addFirst(groups, [first('C++', 1, 2, 3, 5, 6, 9)])).toEqual({
    ...groups,
    shared: [2, 3],
    few: [4],
    'C++': [5, 6, 9],
    some: [7],
  });
});

test('functions called only by other runs go into the last group', () => {
  expect(addFirst(groups, [{ isFirst: false, called: new Set([1, 2, 3, 5, 6, 9]) }])).toEqual({
    ...groups,
    some: [6, 7, 9],
  });
});
