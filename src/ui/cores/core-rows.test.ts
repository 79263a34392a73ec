// Tests the rows for a program on several cores. Samples stand in for values: 1 and 3 have mean 2.
import { expect, test } from 'vitest';
import { type CoreRow, chooseName, describeWorth, findShown, listNames } from './core-rows.ts';

const core = (Name: string) => ({ CoreID: `cor_${Name}`, Name });
const samples = (...numbers: number[]) => Float64Array.from(numbers);

test('a table shows the first value that has a spread; a core that has not printed that value shows no value', () => {
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

test('next to a Reference row, a core shows how many plain runs its value is worth', () => {
  const draws = Float64Array.from({ length: 4000 }, (_, i) => (i + 0.5) / 4000);
  const reference: CoreRow = {
    ...{ core: core('Reference'), phase: 'ended', tookMs: 2000 },
    values: [{ label: 'x', samples: draws }],
  };
  const points = (shift: number): CoreRow => {
    const positions = Float64Array.from({ length: 64 }, (_, i) => (i + 0.5) / 64 + shift);
    const value = {
      particle: 0.5,
      type: 4,
      count: 1,
      mean: 0.5,
      positions,
      masses: new Float64Array(64).fill(1 / 64),
    };
    return { core: core('A'), phase: 'ended', tookMs: 1, values: [{ label: 'x', value }] };
  };
  // The shift is 0.05, so (√(2/π)·π/8 / 0.05)² = 39 runs; each run takes half a millisecond.
  expect(describeWorth(points(0.05), [reference], 'x')).toMatch(/^39 runs, (19|20) times as fast$/);
  expect(describeWorth(points(0), [reference], 'x')).toBe('> 200 runs, > 100 times as fast');
  expect(describeWorth(points(0), [points(0)], 'x')).toBe('–');
  expect(describeWorth(reference, [reference], 'x')).toBe('–');
});
