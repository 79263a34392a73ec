// Compares draws from /samples with their distributions: for values printed by programs, with every family in <uxhw.h>,
// and for the interface alone, page after page.
import { beforeAll, expect, test } from 'vitest';
import { distributionOfUx } from '../../src/plot/distributions/ux-distribution.ts';
import { findUx, type UxValue } from '../../src/uncertainty/core/ux-text.ts';
import { FAMILIES } from '../../src/uxhw/families.ts';
import { createKeptHaze } from '../kept/kept-haze.ts';
import { ApiFixture } from './api-fixture.ts';

const DRAWS = 100_000;

/** Calls keyed by value name. Each value is printed after its name. */
const VALUES: Readonly<Record<string, string>> = {
  'one number': '2.5',
  ...Object.fromEntries(
    FAMILIES.map(({ kind, name, examples: [example] }) => [kind, `UxHwDouble${name}(${example.join(', ')})`]),
  ),
  'power of a gauss': 'exp(UxHwDoubleGaussDist(0.0, 0.75))',
  mixture: 'UxHwDoubleMixture(UxHwDoubleGaussDist(0.0, 1.0), UxHwDoubleGaussDist(8.0, 0.5), 0.4)',
  quotient: 'UxHwDoubleGaussDist(5.0, 0.05) / UxHwDoubleUniformDist(1.0, 3.0)',
  'sometimes infinite': 'UxHwDoubleMixture(INFINITY, UxHwDoubleGaussDist(1.0, 0.5), 0.1)',
  'sometimes negative infinite': 'UxHwDoubleMixture(-INFINITY, UxHwDoubleUniformDist(0.0, 1.0), 0.25)',
  'sometimes NaN': 'UxHwDoubleMixture(NAN, UxHwDoubleUniformDist(0.0, 1.0), 0.3)',
};

const printed = new Map<string, { readonly text: string; readonly value: UxValue }>();
let fixture: ApiFixture;

beforeAll(async () => {
  const haze = createKeptHaze();
  const prints = Object.values(VALUES).map((call) => `printf("%lf\\n", ${call});`);
  const source = `#include <math.h>\n#include <stdio.h>\n#include <uxhw.h>\nint main(void) {\n${prints.join('\n')}\nreturn 0;\n}\n`;
  const built = await haze.build(source, { language: 'C' });
  if (!built.ok) throw new Error(built.log);
  const { stdout } = await haze.run(built.module, { core: 'C0-S' });
  const names = Object.keys(VALUES);
  for (const [i, { start, end, value }] of findUx(stdout).entries()) {
    printed.set(names[i]!, { text: stdout.slice(start, end), value });
  }
  fixture = await ApiFixture.open();
});

/** All draws, over as many pages as necessary. */
async function drawAll(payload: string): Promise<number[]> {
  const draws: number[] = [];
  let query = `count=${DRAWS}&seed=20`;
  for (;;) {
    const { body } = await fixture.call('POST', `/samples?${query}`, { body: { payload } });
    draws.push(...body.Samples.map(Number));
    if (!body.ContinuationToken) return draws;
    query = `count=${DRAWS}&continuationToken=${body.ContinuationToken}`;
  }
}

function average(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}

test.each(Object.keys(VALUES))(
  'moments of 100 000 draws agree within five standard errors: %s',
  async (name) => {
    const { text, value } = printed.get(name)!;
    const distribution = distributionOfUx(value);
    const draws = await drawAll(text);
    expect(draws).toHaveLength(DRAWS);
    const part = (isOne: (x: number) => boolean) => draws.filter(isOne).length / DRAWS;
    const within = (found: number, p: number) =>
      expect(Math.abs(found - p)).toBeLessThanOrEqual(5 * Math.sqrt((p * (1 - p)) / DRAWS));
    within(part(Number.isNaN), distribution.nan);
    within(
      part((x) => x === Infinity),
      distribution.positiveInfinity,
    );
    within(
      part((x) => x === -Infinity),
      distribution.negativeInfinity,
    );
    const finite = draws.filter(Number.isFinite);
    // The nth moment about c of a uniform density from a to b is ((b-c)^(n+1) - (a-c)^(n+1)) / ((n+1)(b-a)).
    const total = distribution.cells.reduce((sum, { mass }) => sum + mass, 0);
    const moment = (order: number, c: number) =>
      distribution.cells.reduce((sum, { low, high, mass }) => {
        const whole = (high - c) ** (order + 1) - (low - c) ** (order + 1);
        return (
          sum + (mass / total) * (high > low ? whole / ((order + 1) * (high - low)) : (low - c) ** order)
        );
      }, 0);
    const mean = moment(1, 0);
    const variance = moment(2, mean);
    expect(Math.abs(average(finite) - mean)).toBeLessThanOrEqual(5 * Math.sqrt(variance / finite.length));
    const spread = Math.sqrt(Math.max(0, moment(4, mean) - variance ** 2) / finite.length);
    const found = average(finite.map((x) => (x - mean) ** 2));
    expect(Math.abs(found - variance)).toBeLessThanOrEqual(5 * spread);
    // The density's mean equals the mean in the Ux text.
    if (Number.isFinite(value.mean)) expect(mean).toBeCloseTo(value.mean, 9);
  },
);
