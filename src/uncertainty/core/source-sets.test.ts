import { expect, it } from 'vitest';
import { SourceSets } from './source-sets.ts';

it('disjoint sets are distinguished from sets with a common source', () => {
  const sets = new SourceSets();
  const [a, b, c] = [sets.single(0), sets.single(1), sets.single(7)];
  const ab = sets.combine(a, b);
  expect(ab).toBeLessThan(0);
  expect(sets.combine(~ab, b)).toBe(~ab);
  expect(sets.combine(~ab, c)).toBeLessThan(0);
  const abc = ~sets.combine(~ab, c);
  expect(sets.combine(abc, ~ab)).toBe(abc);
  expect(sets.combine(c, abc)).toBe(abc);
  expect(sets.combine(a, a)).toBe(a);
});

it('the set of a long sum keeps every source', () => {
  const sets = new SourceSets();
  const singles = Array.from({ length: 10_000 }, (_, i) => sets.single(2 * i));
  let sum = singles[0]!;
  for (const single of singles.slice(1)) sum = ~sets.combine(sum, single);
  // Rounded sets may include sources that they do not have, but never lack a source of theirs.
  for (const single of singles) expect(sets.combine(sum, single)).toBeGreaterThanOrEqual(0);
});

it('unused sets are dropped', () => {
  const sets = new SourceSets();
  const [a, b] = [sets.single(1), sets.single(2)];
  const union = ~sets.combine(a, b);
  sets.keep([union]);
  expect(sets.size).toBe(1);
  const again = sets.single(2);
  expect(sets.combine(union, again)).toBe(union);
});
