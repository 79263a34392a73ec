import { expect, test } from 'vitest';
import { chooseTicks } from '../drawing/axis-ticks.ts';
import { formatNumber, formatPlusMinus, formatProbability } from './format-value.ts';

test.each([
  [716.764165, 14.9, '717 ± 15'],
  [99.97, 1.04, '100.0 ± 1.0'],
  [-0.02, 3, '0.0 ± 3.0'],
  [9.999, 0.0996, '10.00 ± 0.10'],
  [106_000, 583.1, '106000 ± 580'],
  [0.5, 1e9, '(0.0 ± 1.0)×10⁹'],
  [2.5, 1e-8, '2.500000000 ± 0.000000010'],
  [1.2345e-9, 1.2e-11, '(1.235 ± 0.012)×10⁻⁹'],
  [-12_345_678, 1e4, '(−1.2346 ± 0.0010)×10⁷'],
  [Math.PI, 0, '3.141593'],
  [5, 0, '5'],
  [Number.NaN, 1, 'NaN'],
  [-Infinity, Number.NaN, '−∞'],
])('%d with a deviation of %d is "%s"', (value, deviation, text) => {
  expect(formatPlusMinus(value, deviation)).toBe(text);
});

test.each([
  [0.00001234, 3, '1.23×10⁻⁵'],
  [123_456.7, 4, '123500'],
  [-12, 2, '−12'],
  [0, 5, '0'],
  [999_999.6, 6, '1.00000×10⁶'],
])('%d with %d significant digits is "%s"', (value, digits, text) => {
  expect(formatNumber(value, digits)).toBe(text);
});

test.each([
  [0, '0'],
  [1, '1'],
  [0.123456, '0.1235'],
  [1e-9, '1.0×10⁻⁹'],
  [0.99999999, '1 − 1.0×10⁻⁸'],
])('the probability %d is "%s"', (p, text) => {
  expect(formatProbability(p)).toBe(text);
});

test.each([
  [0, 1, '0.0 0.2 0.4 0.6 0.8 1.0', ''],
  [105_000, 107_000, '105.0 105.5 106.0 106.5 107.0', '×10³'],
  [1e-9, 3e-9, '1.0 1.5 2.0 2.5 3.0', '×10⁻⁹'],
  [-5e8, 2e8, '−400 −200 0 200', '×10⁶'],
  [-1_000_004, -1_000_000, '−2 −1 0 1 2', '− 1.0000020×10⁶'],
])('an axis from %d to %d is labelled %s, %s', (low, high, labels, note) => {
  const { ticks, note: found } = chooseTicks(low, high, 6);
  expect(ticks.map(({ label }) => label).join(' ')).toBe(labels);
  expect(found).toBe(note);
});

test('tick labels are all different, even for extreme ranges', () => {
  for (const [low, high] of [
    [1, 1 + 1e-12],
    [0, 5e-324 * 2 ** 20],
    [-1.7e307, 1.7e307],
    [12_345.678, 12_345.679],
    [-0.2501, -0.25],
  ] as const) {
    const labels = chooseTicks(low, high, 6).ticks.map(({ label }) => label);
    expect(labels.length).toBeGreaterThan(2);
    expect(new Set(labels).size).toBe(labels.length);
  }
});
