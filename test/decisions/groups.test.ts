// Groups of lanes print the same numbers as plain runs, lane by lane.
import { describe, expect, it } from 'vitest';
import { openHaze } from '../programs/build-and-run.ts';
import { type FollowedLanes, openFollower } from './follow-lanes.ts';
import { writeRandomProgram } from './random-programs.ts';

const haze = openHaze();
/** The relative difference allowed between vector functions and library functions. */
const ROUNDING = 1e-9;

async function follow(source: string, words: readonly string[] = [], flags: readonly string[] = []) {
  const follower = await openFollower(await haze.buildSource(source, { flags }), words);
  const { mixed } = follower.runOnce();
  if (!mixed) throw new Error('no decision is mixed');
  return { groups: follower.followGroups(mixed), plain: follower.followPlainly(mixed) };
}

function expectSame(groups: FollowedLanes, plain: FollowedLanes): void {
  expect([...groups.values.keys()].sort()).toEqual([...plain.values.keys()].sort());
  expect(groups.failed).toEqual(plain.failed);
  for (const [place, right] of plain.values) {
    const found = groups.values.get(place)!;
    const differs = (lane: number) =>
      Number.isNaN(right[lane])
        ? !Number.isNaN(found[lane])
        : !(Math.abs(found[lane]! - right[lane]!) <= ROUNDING * (1 + Math.abs(right[lane]!)));
    const other = Array.from(right.keys()).filter(differs);
    expect(other.slice(0, 5), `${place}: ${other.length} lanes differ`).toEqual([]);
  }
}

const program = (body: string) => `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0.3, 1), z = UxHwDoubleUniformDist(0, 2);
  ${body}
}
`;

/** Programs keyed by how their lanes behave. Each program has at least one group of lanes. */
const GROUPED = {
  'steps of a tariff':
    'double y = x < -1 ? x * z : 0; if (x > 0) { puts("high"); y = x + z; } printf("%lf\\n", y);',
  'sources after a branch':
    'double y = 0; if (x > 0) y = UxHwDoubleGaussDist(1, 1) + UxHwDoubleUniformDist(0, 1); else y = UxHwDoubleExponentialDist(2); printf("%lf %lf\\n", y, x);',
  'integers from numbers':
    'int i = (int)(x + z); double t[9] = {1, 4, 2, 8, 5, 7}; printf("%lf %d\\n", t[i < 0 ? 0 : i] + x, i);',
  'single precision':
    'float f = UxHwFloatGaussDist(1, 0.5f), g = f * 1.1f; if (g > 1) g = sqrtf(g); else puts("low"); printf("%f\\n", g);',
  'library functions':
    'double y; if (x > 0.2) y = exp(x) + pow(z, 1.5) + atan2(x, z); else { puts("-"); y = tgamma(z + 1) + fmod(x, 0.3) + sin(x); } printf("%.9lf\\n", y);',
  'mixtures, samples and copies':
    'double s[] = {1, 2, 4, 8}, m = UxHwDoubleMixture(x, z, 0.3), d = UxHwDoubleDistFromSamples(s, 4); if (m > 0.5) { puts("m"); m += d; } printf("%lf %lf\\n", m, d);',
  'an exit status': 'printf("%lf\\n", x); if (z > 1.5) exit(3); printf("%lf\\n", z);',
  'a trap': 'printf("%lf\\n", x); volatile int n = x > 1; printf("%d\\n", 7 / (1 - n)); printf("%lf\\n", z);',
  'numbers that are plain on one path':
    'double y = 0; if (x > 0) y = x; printf("%lf\\n", y); char text[4000]; int n = 5; for (int i = 0; i < n; i++) if (z < 0.4 * i) { printf("%d\\n", i); break; }',
  'memory that grows':
    'double *p = 0; for (int i = 1; i < 3000; i++) { p = realloc(p, i * sizeof *p); p[i - 1] = x * i; } if (p[10] > 2) puts("big"); printf("%lf\\n", p[2998]);',
} as const;

/**
 * Programs whose lanes become plain runs, because the digits or bits of a single number would have to stand for all
 * lanes.
 */
const SINGLE = {
  'digits in memory':
    'char text[4000]; if (x > 0) puts("+"); snprintf(text, sizeof text, "%lf", x); printf("%lf\\n", 2 * atof(text));',
  'a file that is read back':
    'FILE *f = fopen("a", "w+"); fprintf(f, "%lf\\n", x); if (x > 0) puts("+"); rewind(f); double y; fscanf(f, "%lf", &y); printf("%lf\\n", y + 1);',
  'particles alone': 'if (x > 0) puts("+"); printf("%lP\\n", x); printf("%lf\\n", x);',
  'bits of a number':
    'unsigned long long b; if (x > 0) puts("+"); memcpy(&b, &x, 8); printf("%lf\\n", (double)(b % 1000));',
} as const;

describe('draws followed in groups give the same numbers as draws followed one at a time', () => {
  it.each(Object.entries(GROUPED))('%s', async (_, body) => {
    const { groups, plain } = await follow(program(body));
    expect(groups.groups).toBeGreaterThan(0);
    expectSame(groups, plain);
  });

  it.each(Object.entries(SINGLE))('%s', async (_, body) => {
    const { groups, plain } = await follow(program(body));
    expectSame(groups, plain);
  });

  const SEEDS = process.env.RANDOM_PROGRAMS ? Number(process.env.RANDOM_PROGRAMS) : 20;
  const built = Array.from({ length: Math.ceil(SEEDS / 10) }, (_, i) =>
    writeRandomProgram(Array.from({ length: 10 }, (_, k) => 1000 * i + k)),
  );
  it.each(Array.from({ length: SEEDS }, (_, i) => i))(
    'random function %i gives the same numbers',
    async (number) => {
      const { groups, plain } = await follow(built[Math.floor(number / 10)]!, [
        String(number % 10),
        'decide',
      ]);
      expectSame(groups, plain);
    },
  );
});
