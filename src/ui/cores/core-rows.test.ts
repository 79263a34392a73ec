// Tests of the rows of a program on several cores. Samples stand for values: 1 and 3 have the mean 2.
import { expect, test } from 'vitest';
import { type CoreRow, chooseName, findShown, listNames } from './core-rows.ts';

const core = (Name: string) => ({ CoreID: `cor_${Name}`, Name });
const samples = (...numbers: number[]) => Float64Array.from(numbers);

test('a table shows the first value with a spread; a core that has not printed the value shows no value', () => {
  const rows: CoreRow[] = [
    { core: core('A'), phase: 'ended', values: [], problem: 'the build failed' },
    {
      core: core('B'),
      phase: 'ended',
      values: [
        { label: 'count', samples: samples(4, 4) },
        { label: 'width', unit: 'm', samples: samples(1, 3, 1, 3) },
      ],
    },
  ];
  expect(listNames(rows)).toEqual(['count', 'width']);
  expect(chooseName(rows)).toBe('width');
  expect(findShown(rows[0]!, 'width')).toBeUndefined();
  expect(findShown(rows[1]!, 'width')!.text).toMatch(/^2\.0 ± 1\.\d m$/);
});
