import { expect, it } from 'vitest';
import { SourceSets } from './source-sets.ts';

it('disjoint sets are distinguished from sets that share a source', () => {
  const sets = new SourceSets();
  const [a, b, c] = [sets.single(0), sets.single(1), sets.single(7)];
  const ab = sets.combine(a, b);
  expect(ab.areDisjoint).toBe(true);
  expect(sets.combine(ab.set, b)).toMatchObject({ set: ab.set, areDisjoint: false });
  const abc = sets.combine(ab.set, c);
  expect(abc.areDisjoint).toBe(true);
  expect(sets.combine(abc.set, ab.set)).toMatchObject({ set: abc.set, areDisjoint: false });
  expect(sets.combine(c, abc.set)).toMatchObject({ set: abc.set, areDisjoint: false });
  expect(sets.combine(a, a)).toMatchObject({ set: a, areDisjoint: false });
});

it('the source set of a long sum keeps every source', () => {
  const sets = new SourceSets();
  const singles = Array.from({ length: 10_000 }, (_, i) => sets.single(2 * i));
  let sum = singles[0]!;
  for (const single of singles.slice(1)) sum = sets.combine(sum, single).set;
  // Rounded sets may include additional sources, but never omit a source of the original.
  for (const single of singles) expect(sets.combine(sum, single).areDisjoint).toBe(false);
});

it('unused sets are dropped', () => {
  const sets = new SourceSets();
  const [a, b] = [sets.single(1), sets.single(2)];
  const union = sets.combine(a, b).set;
  sets.keep([union]);
  expect(sets.size).toBe(1);
  const again = sets.single(2);
  expect(sets.combine(union, again).set).toBe(union);
});
