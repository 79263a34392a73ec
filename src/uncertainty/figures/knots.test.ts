import { expect, it } from 'vitest';
import { Knots } from './knots.ts';

/** A uniform value with probability 0.7 and the outcome 5 with probability 0.3. */
function makeMixture(): Knots {
  const uniform = Array.from({ length: 33 }, (_, i) => i / 32);
  return new Knots(
    Float64Array.of(...uniform, 5, 5),
    Float64Array.of(...uniform.map((x) => 0.7 * x), 0.7, 1),
  );
}

it.each([5, 10])('an outcome at or below the upper limit %d keeps its probability', (high) => {
  const within = makeMixture().maybeWithin(0.2, high)!;
  expect(within.shareUpTo(3)).toBeCloseTo(0.56 / 0.86, 12);
  expect(within.jumpAt(5)).toBeCloseTo(0.3 / 0.86, 12);
  expect(within.findMoments().mean).toBeCloseTo((0.56 * 0.6 + 0.3 * 5) / 0.86, 12);
});

it('limits around all knots cut nothing, and limits without mass have no distribution', () => {
  const mixture = makeMixture();
  expect(mixture.maybeWithin(-1, 10)).toBe(mixture);
  const flat = new Knots(
    Float64Array.from({ length: 33 }, (_, i) => i),
    Float64Array.from({ length: 33 }, (_, i) => (i < 32 ? 0 : 1)),
  );
  expect(flat.maybeWithin(1, 25)).toBeUndefined();
});
