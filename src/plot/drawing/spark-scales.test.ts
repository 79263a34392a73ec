import { expect, test } from 'vitest';
import { formatUx } from '../../uncertainty/core/ux-text.ts';
import { splitOutput } from '../printed/output-pieces.ts';
import { SparkScales } from './spark-scales.ts';

/** Ux text of a uniform distribution from `low` to `high`. */
function even(low: number, high: number): string {
  const positions = Float64Array.from({ length: 32 }, (_, i) => low + ((high - low) * (i + 0.5)) / 32);
  const masses = new Float64Array(32).fill(1 / 32);
  const mean = (low + high) / 2;
  return `${mean}${formatUx({ type: 4, count: 1, mean, positions, masses })}`;
}

function scalesOf(output: string) {
  const scales = new SparkScales();
  const pieces = splitOutput(output);
  for (const piece of pieces) scales.read(piece);
  const limits = scales.finish();
  return pieces.flatMap((piece) => (piece.kind === 'value' ? [limits.get(piece)] : []));
}

test('values with the same unit share a scale; other values have separate scales', () => {
  const [width, height, mass] = scalesOf(
    `width (m): ${even(1, 3)}\nheight (m) = ${even(4, 9)}\nmass (kg): ${even(1, 2)}\n`,
  );
  expect(width).toBe(height);
  expect(width![0]).toBeCloseTo(1, 0);
  expect(width![1]).toBeCloseTo(9, 0);
  expect(mass).toBeUndefined();
});

test('a value that would be invisible on a common scale has its own scale, and so does a series', () => {
  const loop = [1, 2, 3].map((at) => `after ${at} s (m): ${even(at, at + 1)}\n`).join('');
  const [first, second, third, far] = scalesOf(`${loop}orbit (m): ${even(1e6, 2e6)}\n`);
  expect(first).toBe(second);
  expect(second).toBe(third);
  expect(first![1]).toBeLessThan(5);
  expect(far).toBeUndefined();
});

test('a series that moves by twenty times its width has no common scale', () => {
  const series = (step: number) =>
    [0, 1, 2, 3].map((at) => `after ${at} s: ${even(at * step, at * step + 1)}\n`).join('');
  // The plot of a uniform distribution is slightly wider than the distribution.
  expect(new Set(scalesOf(series(6))).size).toBe(1);
  expect(scalesOf(series(6))[0]).toBeDefined();
  expect(scalesOf(series(12))).toEqual([undefined, undefined, undefined, undefined]);
});
