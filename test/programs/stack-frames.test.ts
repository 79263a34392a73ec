// A function's own memory while hooks and the collector run inside the function. Leaf functions place this memory below
// the stack pointer, and a returned value may be read from it after the stack pointer has been restored.
import { describe, expect, test } from 'vitest';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();

const PROGRAM = `#include <stdio.h>
#include <uxhw.h>

static void show(const char *name, double x) {
  printf("%s %.4lf %.4lf\\n", name, x, UxHwDoubleNthMoment(x, 1));
}

__attribute__((noinline)) static double ring(int n, const int *place, double a) {
  double v[4] = {a, 1, 2, 3};
  for (int i = 0; i < n; i++) v[place[i & 3]] = 0.5 * (v[place[(i + 1) & 3]] + a);
  return v[place[0]] + v[place[1]];
}

__attribute__((noinline)) static float ringf(int n, const int *place, float a) {
  float v[4] = {a, 1, 2, 3};
  for (int i = 0; i < n; i++) v[place[i & 3]] = 0.5f * (v[place[(i + 1) & 3]] + a);
  return v[place[0]] + v[place[1]];
}

__attribute__((noinline)) static void scale(int n, double a, double *y) {
  for (int i = 0; i < n; i++) y[i] = a * i;
}

__attribute__((noinline)) static double count(double a) {
  volatile int left = 60;
  volatile double sum = 0;
  while (left > 0) {
    sum += a;
    left -= a > 100 ? 2 : 1;
  }
  return sum;
}

__attribute__((noinline)) static void fill(double *v, double a) {
  for (int i = 0; i < 4; i++) v[i] = a + i;
}

__attribute__((noinline)) static double framed(double a, double b) {
  double v[4];
  fill(v, a);
  return ((v[0] + v[1]) * b + v[2]) - v[3];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? 80 : 1000;
  const int place[4] = {2, 0, 3, 1};
  double a = UxHwDoubleUniformDist(1, 2), y[40];
  show("ring", ring(n, place, a));
  show("ringf", ringf(n, place, (float)a));
  scale(40, a, y);
  show("scale", y[39]);
  show("count", count(a));
  show("framed", framed(a, 0.5));
  return 0;
}`;

const CORES = ['C0-S', 'C0-S+', 'C0-Joint'];

describe('each function has its own stack frame', () => {
  test.each(['-O0', '-O1', '-O2', '-O3 -msimd128'])('with %s', async (flags) => {
    const module = await haze.buildSource(PROGRAM, { flags: flags.split(' ') });
    const runs = [
      ...CORES.map((core) => ({ core })),
      { core: 'C0-S', collectAlways: true, arguments: 'short' },
    ];
    for (const options of runs) {
      const { stdout, stderr, exitStatus } = await haze.run(module, options);
      // C0-S treats operands as independent, and reports values whose operands share an input.
      const others = stderr.split('\n').filter((line) => !line.includes('share an input'));
      expect({ others, exitStatus }).toEqual({ others: [''], exitStatus: 0 });
      expect(stripUx(stdout).trimEnd().split('\n')).toEqual([
        'ring 3.0000 3.0000',
        'ringf 3.0000 3.0000',
        'scale 58.5000 58.5000',
        'count 90.0000 90.0000',
        'framed 1.0000 1.0000',
      ]);
    }
  });
});
