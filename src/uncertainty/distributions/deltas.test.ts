import { describe, expect, it } from 'vitest';
import {
  collectDeltas,
  findCellBounds,
  findDensity,
  findModes,
  findProbabilityAbove,
  findQuantile,
} from './deltas.ts';

/** Uniform(0, 1) as eight deltas at the midpoints of eight equal bins. */
const UNIFORM = collectDeltas(
  Float64Array.from({ length: 8 }, (_, i) => (i + 0.5) / 8),
  new Float64Array(8).fill(1 / 8),
  false,
);

describe('cells', () => {
  it('the cells’ bins are bounded by the cuts of the mean split', () => {
    expect([...findCellBounds(UNIFORM)]).toEqual([0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]);
  });

  it('quantiles, probabilities and densities are interpolated within cells', () => {
    expect(findQuantile(UNIFORM, 0.3)).toBeCloseTo(0.3, 14);
    expect(findProbabilityAbove(UNIFORM, 0.9)).toBeCloseTo(0.1, 14);
    expect(findDensity(UNIFORM, 0.01)).toBeCloseTo(1, 14);
    expect(findDensity(UNIFORM, 1.01)).toBe(0);
  });
});

describe('atoms', () => {
  const coin = collectDeltas(Float64Array.of(1, 0, 1), Float64Array.of(0.25, 0.5, 0.25), true);

  it('equal atoms are merged, and atoms are in ascending order', () => {
    expect([...coin.positions]).toEqual([0, 1]);
    expect([...coin.masses]).toEqual([0.5, 0.5]);
  });

  it('atoms yield discrete quantiles, probabilities and modes', () => {
    expect([0.49, 0.51].map((p) => findQuantile(coin, p))).toEqual([0, 1]);
    expect([-1, 0, 0.5, 1].map((cutoff) => findProbabilityAbove(coin, cutoff))).toEqual([1, 0.5, 0.5, 0]);
    expect(findModes(coin)).toEqual([0, 1]);
  });
});

describe('special positions', () => {
  const { NaN: nan } = Number;
  const wide = collectDeltas(Float64Array.of(-Infinity, 3, Infinity), Float64Array.of(0.25, 0.5, 0.25), true);

  it('special positions are the outermost quantiles', () => {
    expect([0, 0.1, 0.5, 0.9, 1].map((p) => findQuantile(wide, p))).toEqual([
      -Infinity,
      -Infinity,
      3,
      Infinity,
      Infinity,
    ]);
    expect(findProbabilityAbove(wide, 3)).toBe(0.25);
    expect(findProbabilityAbove(wide, -Infinity)).toBe(0.75);
    expect(findProbabilityAbove(wide, Infinity)).toBe(0);
  });

  it('results are NaN if NaN has any mass', () => {
    const spoiled = collectDeltas(Float64Array.of(nan, 3), Float64Array.of(0.25, 0.75), true);
    expect([findQuantile(spoiled, 0.5), findProbabilityAbove(spoiled, 1), findDensity(spoiled, 3)]).toEqual([
      nan,
      nan,
      nan,
    ]);
  });

  it('an invalid probability yields NaN', () => {
    expect([-0.1, 1.1, nan].map((p) => findQuantile(UNIFORM, p))).toEqual([nan, nan, nan]);
  });
});

describe('modes', () => {
  it('a flat density has a single mode in the middle', () => {
    expect(findModes(UNIFORM)).toHaveLength(1);
    expect(findModes(UNIFORM)[0]).toBeCloseTo(0.5, 14);
  });
});
