// Infinite loops on some of a program's paths: the particle's path, or the paths of some draws. Means come from closed
// forms.
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

it('if the particle’s path never ends, the other draws still print their values, and the loop’s line is reported', async () => {
  const module = await haze.buildSource(loopWhile('x > 0.495 && x < 0.525'), { debug: true });
  const run = await haze.run(module, { core: 'C0-Joint', timeLimitSeconds: 5 });
  expect(meanOf(run.stdout, 'x')).toBeCloseTo(0.5, 3);
  // A busy machine does not run all draws in time. The part from 0.495 to 0.525, with mean 0.51, is excluded.
  expect(meanOf(run.stdout, 'after')).toBeCloseTo((0.5 - 0.03 * 0.51) / 0.97, 1);
  expect(run.exitStatus).toBe(0);
  expect(run.paths).toMatchObject({ endlessSeconds: expect.any(Number) });
  expect(run.stderr).toMatch(
    /haze: the particle's path did not finish within \d+ s: the text, files and exit status/,
  );
  expect(run.stderr).toMatch(
    /haze: \d(\.\d+)? % of the draws stopped \(still running after 2000000 loop iterations/,
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

it('endless draws are detected by counting loop iterations, and are omitted', async () => {
  const module = await haze.buildSource(loopWhile('x > 0.98'));
  const run = await haze.run(module, { core: 'C0-Joint', timeLimitSeconds: 20 });
  expect(meanOf(run.stdout, 'after')).toBeCloseTo(0.49, 3);
  expect(run.paths!.followed).toBe(4096);
  expect(run.paths!.ends).toMatchObject([{ share: expect.closeTo(0.02, 3) }]);
}, 120_000);

/** The particle of every step is 0, so the particle's walk never reaches the limit. */
const FIRST_PASSAGE = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double level = 0;
  int steps = 0;
  do {
    level += UxHwDoubleUniformDist(-1, 1);
    steps++;
  } while (fabs(level) < 1);
  printf("after %lf %lf\\n", fabs(level), (double)steps);
}
`;

it('the particle’s path is stopped once it has created a hundred times as many values as a draw’s path', async () => {
  const module = await haze.buildSource(FIRST_PASSAGE);
  const runOnce = () => haze.run(module, { core: 'C0-Joint', timeLimitSeconds: 600 });
  const [{ stdout, stderr, paths }, again] = await Promise.all([runOnce(), runOnce()]);
  expect(paths).toMatchObject({ endlessValues: 20_000, followed: 4096 });
  expect(stderr).toContain("haze: the particle's path did not finish within 20000 values: the text, files");
  expect(again.stdout).toBe(stdout);
  // Wald's second identity: E(level²) = E(steps) / 3.
  const [level, steps] = [...stdout.matchAll(/Ux[\dA-F]+/g)].map(([text]) => parseUx(text));
  const square = level!.positions.reduce((sum, x, i) => sum + level!.masses[i]! * x * x, 0);
  expect(square / (steps!.mean / 3)).toBeCloseTo(1, 1);
}, 300_000);
