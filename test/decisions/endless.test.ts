// Endless paths of a program: the particle's path, and paths of some draws. Means come from closed forms.
import { expect, it } from 'vitest';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { openHaze } from '../programs/build-and-run.ts';

const haze = openHaze();

function meanOf(stdout: string, name: string): number {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(stdout)![1]!;
  return parseUx(value).mean;
}

/** A loop with a single exit. The particle of x is 0.5. */
const loopWhile = (condition: string) => `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1);
  printf("x %lf\\n", x);
  volatile int turns = 0;
  while (${condition})
    turns++;
  printf("after %lf\\n", x);
}
`;

it('where the way of the particle does not end, other draws print their values, and the line is named', async () => {
  const module = await haze.buildSource(loopWhile('x > 0.495 && x < 0.525'), { debug: true });
  const run = await haze.run(module, { core: 'C0-Joint', timeLimitSeconds: 5 });
  expect(meanOf(run.stdout, 'x')).toBeCloseTo(0.5, 3);
  // A busy machine does not reach all draws. Without the part from 0.495 to 0.525, whose mean is 0.51.
  expect(meanOf(run.stdout, 'after')).toBeCloseTo((0.5 - 0.03 * 0.51) / 0.97, 1);
  expect(run.exitStatus).toBe(0);
  expect(run.paths).toMatchObject({ endlessSeconds: expect.any(Number) });
  expect(run.stderr).toMatch(
    /haze: the way of the particle did not end within \d+ s: words, files and exit status/,
  );
  expect(run.stderr).toMatch(
    /haze: \d(\.\d+)? % of the draws stopped \(no end within 2000000 passes through/,
  );
  expect(run.stderr).toMatch(/haze: \w+\.c:[67]: .* holds for 50\.5 % of the draws/);
}, 120_000);

it('a core that follows the particle names the line on which draws would leave an endless loop', async () => {
  const module = await haze.buildSource(loopWhile('x > 0.25'), { debug: true });
  const run = await haze.run(module, { core: 'C0-S', timeLimitSeconds: 1 });
  expect(run.end).toMatchObject({ kind: 'stopped', code: 'time-limit' });
  expect(run.stderr).toMatch(
    /haze: time limit of 1 s reached\nhaze: \w+\.c:[67]: .* holds for 75 % of the draws/,
  );
  expect(run.decisions!.decisions).toMatchObject([{ kind: 'comparison', probability: 0.75 }]);
}, 60_000);

it('draws that do not end are found by their passes through loops, and left out', async () => {
  const module = await haze.buildSource(loopWhile('x > 0.98'));
  const run = await haze.run(module, { core: 'C0-Joint', timeLimitSeconds: 20 });
  expect(meanOf(run.stdout, 'after')).toBeCloseTo(0.49, 3);
  expect(run.paths!.followed).toBe(4096);
  expect(run.paths!.ends).toMatchObject([{ share: expect.closeTo(0.02, 3) }]);
}, 120_000);
