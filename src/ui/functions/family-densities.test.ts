// Tests that each density integrates to 1, and that it has the mean and variance that the family's row states in closed
// form.
import { expect, test } from 'vitest';
import { type DistributionFamily, FAMILIES } from '../../uxhw/families.ts';
import { PAGE_MATHEMATICS } from './family-densities.ts';
import { drawFamily, listCells } from './family-picture.ts';

const ROWS: readonly DistributionFamily[] = FAMILIES;
/** Families whose density is infinite at one end, which a sum over cells does not capture. */
const UNBOUNDED: ReadonlySet<string> = new Set([
  'weibull 0.5,2',
  'beta 0.5,0.5',
  'gamma 0.1,3',
  'chisquared 0.5',
]);
const EXAMPLES = [
  ...ROWS.flatMap((family) => family.examples.map((example) => ({ family, example }))).filter(
    ({ family, example }) => !UNBOUNDED.has(`${family.kind} ${example}`),
  ),
  { family: ROWS.find(({ kind }) => kind === 'weibull')!, example: [2, 3] },
];

test.each(EXAMPLES)(
  'the picture of $family.kind has the moments that its parameters $example imply',
  ({ family, example }) => {
    const cells = listCells(family, example, 60, 400_000);
    const sum = (weigh: (x: number) => number) =>
      cells.reduce((total, { x, mass }) => total + (mass > 0 ? mass * weigh(x) : 0), 0);
    const given = [example[0] ?? 0, example[1] ?? 0, example[2] ?? 0] as const;
    const plan = family.plan(given, PAGE_MATHEMATICS);
    const mean = 'plain' in plan ? plan.plain : plan.mean;
    const variance = family.variance(given, PAGE_MATHEMATICS);
    expect(sum(() => 1)).toBeCloseTo(1, 2);
    expect((sum((x) => x) - mean) / Math.sqrt(variance)).toBeCloseTo(0, 2);
    // Within 60 standard deviations, even power-law tails contain all but a few percent of their variance.
    expect(Math.abs(sum((x) => (x - mean) ** 2) / variance - 1)).toBeLessThan(0.06);
  },
);

test.each(ROWS)('the family $kind has a picture', (family) => {
  expect(drawFamily(family, 64, 24)).toMatch(/^M0,24L[\d.,L]+Z$/);
});
