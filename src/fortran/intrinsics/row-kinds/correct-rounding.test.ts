import { expect, test } from 'vitest';
import { maybeRoundCorrectly } from './correct-rounding.ts';

// Expected values from gfortran's REAL(16) functions.
test.each([
  ['log', [3], 1.0986122886681098],
  ['log', [0.37], -0.9942522733438669],
  ['exp', [0.37], 1.4477346146633245],
  ['acos', [-1], Math.PI],
  ['asin', [1], Math.PI / 2],
  ['atan2', [-3, -4], -2.498091544796509],
  ['hypot', [3, 4], 5],
  ['log10', [1000], 3],
  ['cosh', [600], 1.8865101504649698e260],
  ['tan', [1e15], -1.672414782127583],
] as const)('%s of %j is rounded correctly', (name, values, expected) => {
  expect(maybeRoundCorrectly(name, values, 53)).toBe(expected);
});

test('single-precision results are rounded only once', () => {
  for (let index = 1; index < 200; index += 1) {
    const x = Math.fround(index * 0.37);
    const value = maybeRoundCorrectly('sin', [x], 24)!;
    expect(Math.fround(value)).toBe(value);
    expect(Math.abs(value - Math.sin(x))).toBeLessThanOrEqual(2 ** -25 + 2 ** -52);
  }
});

test('applying a function and then its inverse returns the argument', () => {
  for (let index = 1; index < 60; index += 1) {
    const x = index / 64;
    for (const [name, inverse] of [
      ['sin', 'asin'],
      ['tan', 'atan'],
      ['tanh', 'atanh'],
      ['sinh', 'asinh'],
      ['exp', 'log'],
    ] as const) {
      const there = maybeRoundCorrectly(name, [x], 53)!;
      expect(maybeRoundCorrectly(inverse, [there], 53)! / x).toBeCloseTo(1, 14);
    }
  }
});

test.each([
  ['sin', [0]],
  ['log', [-1]],
  ['asin', [1.5]],
  ['acosh', [0.5]],
  ['atanh', [1]],
  ['exp', [1e5]],
  ['sin', [1e300]],
  ['no function', [1]],
] as const)('%s of %j is left to the ordinary function', (name, values) => {
  expect(maybeRoundCorrectly(name, values, 53)).toBeUndefined();
});
