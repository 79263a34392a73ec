// Distributions of two equally probable points a and b: mean (a+b)/2, standard deviation |b−a|/2.
import { expect, test } from 'vitest';
import { formatUx } from '../../uncertainty/core/ux-text.ts';
import { compareOutput, recordedForm } from './compare-output.ts';

const TOLERANCES = { tolerance: 1e-6, distance: 0.1 };

test('a line with very many numbers is compared', () => {
  const line = '1 '.repeat(300_000);
  expect(compareOutput(line, line, TOLERANCES)).toEqual([]);
  expect(compareOutput(line, `${line}2`, TOLERANCES)).toHaveLength(1);
});

function printed(...positions: number[]): string {
  return weighted(
    positions,
    positions.map(() => 1),
  );
}

function weighted(positions: readonly number[], weights: readonly number[]): string {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const masses = Float64Array.from(weights, (weight) => weight / total);
  const mean = positions.reduce((sum, x, i) => sum + x * masses[i]!, 0);
  return formatUx({ type: 4, count: 1, mean, positions: Float64Array.from(positions), masses });
}

/** Points with these weights around 0, scaled to standard deviation 1. */
function standard(weigh: (x: number) => number): string {
  const points = Array.from({ length: 41 }, (_, i) => (i - 20) / 20);
  const weights = points.map(weigh);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const variance = points.reduce((sum, x, i) => sum + x * x * weights[i]!, 0) / total;
  return weighted(
    points.map((x) => x / Math.sqrt(variance)),
    weights,
  );
}

const reasons = (recorded: string, stdout: string, tolerances = TOLERANCES) =>
  compareOutput(recorded, stdout, tolerances).map(({ line, message }) => `${line}: ${message}`);

test('recorded output matches its program’s output', () => {
  const stdout = `lift: ${printed(1, 2, 3, 5, 8)} N, and 3.25e-4\n`;
  expect(recordedForm(stdout)).toMatch(/^lift: 3\.8\d* ± 2\.\d+ .*[▁-█] N, and 3\.25e-4$/);
  expect(reasons(recordedForm(stdout), stdout)).toEqual([]);
  expect(reasons(stdout, stdout)).toEqual([]);
});

test.each([
  ['0.0619', '0.061899', []],
  ['0.06190', '0.061899', []],
  ['0.061901', '0.061899', ['0.061899 is not within 0.000001 of 0.061901']],
  ['12', '13', ['13 is not within 0.000001 of 12']],
  ['1e6', '1000000.5', []],
])('recorded %s is compared with printed %s', (recorded, number, expected) => {
  const found = reasons(`x ${recorded}`, `x ${number}\n`);
  expect(found.map((text) => text.replace(/^.*: /, ''))).toEqual(expected);
});

test('a distribution may shift by a small fraction of its standard deviation, but no further', () => {
  const recorded = recordedForm(`${printed(10, 20)}\n`);
  expect(reasons(recorded, printed(10.3, 20.3))).toEqual([]);
  expect(reasons(recorded, printed(12, 22))).toEqual([
    expect.stringMatching(/the mean is 0\.4 standard dev/),
  ]);
  expect(reasons(recorded, printed(8, 22))).toEqual([
    expect.stringMatching(/the standard deviation is 0\.\d+ standard deviations away/),
  ]);
});

test('the shape is compared even if the mean and standard deviation agree', () => {
  const oneHump = standard((x) => 1 - Math.abs(x));
  const twoHumps = standard((x) => x * x);
  expect(reasons(recordedForm(oneHump), twoHumps)).toEqual([expect.stringMatching(/the shape is/)]);
  expect(reasons(oneHump, twoHumps)).toEqual([expect.stringMatching(/the distribution is/)]);
});

test('a plain number does not match a distribution', () => {
  expect(reasons('x 15', `x ${printed(10, 20)}`)).toEqual([expect.stringMatching(/printed where a number/)]);
  expect(reasons('x 15 ± 5', 'x 15')).toEqual([expect.stringMatching(/printed where a distribution/)]);
});

test('changed, missing and extra lines are reported with their line number', () => {
  expect(reasons('a\nb\n', 'a\nc\n')).toEqual(['2: the program prints "c", but "b" is recorded']);
  expect(reasons('a\nb\n', 'a\n')).toEqual(['2: the program does not print "b"']);
  expect(reasons('a\n', 'a\nb\nc\n')).toEqual([
    '2: the program prints 2 more lines than recorded; the first is "b"',
  ]);
});

test('spaces between words and at line ends, and surrounding blank lines, are ignored', () => {
  expect(reasons('\na   1\nb\n', 'a 1  \nb\n\n')).toEqual([]);
});
