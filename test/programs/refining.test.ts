// Runs are repeated with more lanes if a figure on a Joint core is too coarse.
import { describe, expect, it } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();
const joint = { core: 'C0-Joint' } as const;

const WALK = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  int steps = 60;
  scanf("%d", &steps);
  double x = 1, own = UxHwDoubleGaussDist(3, 1);
  printf("own %lf\\n", own);
  fflush(stdout);
  for (int i = 0; i < steps; i++) x += 0.1 * x * UxHwDoubleGaussDist(0, 1);
  FILE *log = fopen("log.txt", "a");
  fprintf(log, "%P.4lf\\n", UxHwDoubleQuantile(x, 0.975));
  fclose(log);
  printf("x %P.4lf\\n", UxHwDoubleQuantile(x, 0.975));
  return 3;
}`;

/**
 * The 97.5 % quantile of the product of 60 factors N(1, 0.1), from 2·10⁶ native draws, with a standard error of 0.004.
 */
const TRUTH = 3.3802;

describe('a quantile that is too coarse with 4 096 lanes', () => {
  it('a coarse quantile is computed from more lanes, while other output, files, input and status stay the same as in a single run', async () => {
    const options = { ...joint, stdin: '60\n', files: { 'log.txt': 'before\n' } };
    const once = await haze.runSource(WALK, { ...options, accuracy: 1 });
    const again = await haze.runSource(WALK, options);
    expect(once.refinedLanes).toBeUndefined();
    expect(again.refinedLanes).toBe(32_768);
    const [own, quantile] = again.stdout.trimEnd().split('\n');
    expect(own).toBe(once.stdout.split('\n')[0]);
    expect(quantile).not.toBe(once.stdout.split('\n')[1]);
    expect(Number(quantile!.slice(2))).toBeCloseTo(TRUTH, 1);
    expect(new TextDecoder().decode(again.files.get('log.txt'))).toBe(`before\n${quantile!.slice(2)}\n`);
    expect(again.exitStatus).toBe(3);
    expect((await haze.runSource(WALK, options)).stdout).toBe(again.stdout);
  });

  it('a coarse quantile is refined even after lines from the core and the program, each of which is shown once', async () => {
    const source = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = 1;
  printf("log %lf\\n", log(UxHwDoubleGaussDist(1, 0.5)));
  fflush(stdout);
  fprintf(stderr, "half way\\n");
  for (int i = 0; i < 60; i++) x += 0.1 * x * UxHwDoubleGaussDist(0, 1);
  printf("%P.3lf\\n", UxHwDoubleQuantile(x, 0.975));
}`;
    const { stderr, refinedLanes } = await haze.runSource(source, joint);
    expect(refinedLanes).toBe(32_768);
    const lines = stderr.split('\n');
    expect(lines[0]).toMatch(/draws of the first value on line 1, `log`, are NaN/);
    expect(lines[1]).toBe('half way');
    expect(stderr.match(/are NaN|half way/g)).toHaveLength(2);
  });

  it('if the second run does not finish, the coarse quantile is kept, and one line reports this', async () => {
    const source = `#include <stdio.h>
#include <uxhw.h>
static double kept[8000];
int main(void) {
  double x = 1;
  for (int i = 0; i < 60; i++) x += 0.1 * x * UxHwDoubleGaussDist(0, 1);
  printf("%P.3lf\\n", UxHwDoubleQuantile(x, 0.975));
  for (int i = 0; i < 8000; i++) kept[i] = x * x + i * x;
  printf("%Plf\\n", kept[0]);
}`;
    const once = await haze.runSource(source, { ...joint, accuracy: 1 });
    const again = await haze.runSource(source, joint);
    expect(again.stdout).toBe(once.stdout);
    expect(again.exitStatus).toBe(0);
    expect(again.refinedLanes).toBeUndefined();
    expect(again.stderr).toMatch(/figures come from 4096 aligned samples: .*lanes/);
  });
});

it('a program’s prompt is shown before the user answers it', async () => {
  const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = 1;
  int more = 0;
  for (int i = 0; i < 60; i++) x += 0.1 * x * UxHwDoubleGaussDist(0, 1);
  printf("%P.3lf, more? ", UxHwDoubleQuantile(x, 0.975));
  fflush(stdout);
  scanf("%d", &more);
  printf("%d\\n", more);
}`;
  const { stdout, stderr, refinedLanes } = await haze.runSource(source, { ...joint, stdin: '7\n' });
  expect(refinedLanes).toBeUndefined();
  expect(stdout).toMatch(/^\d\.\d{3}, more\? 7\n$/);
  expect(stderr).toMatch(/the 97.5 % quantile .* is known only to/);
});

it('a result that is accurate needs no second run', async () => {
  const { refinedLanes, stderr } = await haze.runSource(
    `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.2), y = UxHwDoubleGaussDist(2, 0.3), s = x + y;
  printf("%lf %lf %lf\\n", s, exp(s), UxHwDoubleQuantile(sqrt(s), 0.975));
}`,
    joint,
  );
  expect(refinedLanes).toBeUndefined();
  expect(stderr).toBe('');
});

it.each([0, -1, Number.NaN])('an accuracy of %d is rejected', async (accuracy) => {
  await expect(haze.runSource('int main(void) {}', { ...joint, accuracy })).rejects.toThrow(/accuracy/);
});
