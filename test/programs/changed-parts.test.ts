// Parts of numbers that a program changes through a pointer, with and without compiler optimisation: words, halves and
// bytes that are stored, incremented or masked. The result is the particle with that change, and never another value.
import { expect, test } from 'vitest';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();

const HEAD = `#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>
#define APART __attribute__((noinline))
static int isExact;
static double value(double x) { return isExact ? x : UxHwDoubleGaussDist(x, 0.1); }
static float single(float x) { return isExact ? x : UxHwFloatGaussDist(x, 0.1f); }
`;

const DOUBLES = `${HEAD}
union word { double d; uint64_t u; uint32_t w[2]; uint16_t h[4]; struct { unsigned lo, frac : 20, exp : 11, sign : 1; } f; struct { uint64_t frac : 52, exp : 11, sign : 1; } g; };
struct holder { int id; double v; };
APART static void clear(void *p) { *(uint32_t *)p = 0; }
APART static void store(void *p, uint32_t v) { *(uint32_t *)p = v; }
APART static void none(void *p, int n) { memset(p, 0, n); }
APART static void head27(double *p) { *(uint64_t *)p &= 0xfffffffff8000000ull; }
APART static void add(double *p, uint64_t n) { *(uint64_t *)p += n; }
APART static void addExponent(double *p, int n) { ((uint32_t *)p)[1] += (uint32_t)n << 20; }
APART static void addHigh(double *p, int n) { ((int32_t *)p)[1] += n; }
APART static void addShort(uint16_t *p, int n) { p[3] += n << 4; }
APART static void setExponent(union word *u, int e) { u->f.exp = e + 1023; }
APART static void growExponent(union word *u, int e) { u->g.exp += e; }
APART static void clearFraction(union word *u) { u->g.frac = 0; }
APART static void oneShort(uint16_t *p) { p[3] += 0x10; }
APART static void counted(double *p) { ++*(uint64_t *)p; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  double x, a[4]; volatile double v; union word u; struct holder s = {3, value(1.3)};
  x = value(1.3); clear(&x); printf("%.17g\\n", x);
  x = value(1.3); store(&x, 0x12345678); printf("%.17g\\n", x);
  x = value(1.3); none(&x, 4); printf("%.17g\\n", x);
  x = value(1.3); *(uint32_t *)&x = 0; printf("%.17g\\n", x);
  x = value(1.3); double hi = x; *(uint32_t *)&hi = 0; printf("%.17g %.17g\\n", hi, x - hi);
  v = value(1.3); *(volatile uint32_t *)&v = 0; printf("%.17g\\n", v);
  ((uint32_t *)&s.v)[0] = 0; printf("%.17g\\n", s.v);
  for (int i = 0; i < 4; i++) a[i] = value(1.1 + i);
  for (int i = 0; i < 4; i++) ((uint32_t *)a)[2 * i] = 0;
  for (int i = 0; i < 4; i++) printf("%.17g ", a[i]);
  x = value(1.3); head27(&x); printf("\\n%.17g\\n", x);
  x = value(1.3); add(&x, 1000); printf("%.17g\\n", x);
  x = value(1.3); add(&x, 1ull << 52); printf("%.17g\\n", x);
  x = value(1.3); counted(&x); printf("%.17g\\n", x);
  x = value(1.3); addExponent(&x, 3); printf("%.17g\\n", x);
  x = value(1.3); addHigh(&x, 5 << 20); printf("%.17g\\n", x);
  x = value(1.3); oneShort((uint16_t *)&x); printf("%.17g\\n", x);
  x = value(1.3); addShort((uint16_t *)&x, 2); printf("%.17g\\n", x);
  u.d = value(1.3); setExponent(&u, 4); printf("%.17g\\n", u.d);
  u.d = value(1.3); growExponent(&u, 2); printf("%.17g\\n", u.d);
  u.d = value(1.3); clearFraction(&u); printf("%.17g\\n", u.d);
}
`;

const FLOATS = `${HEAD}
APART static void add(float *p, int n, int k) { for (int i = 0; i < n; i++) ((uint32_t *)p)[i] += k; }
APART static void add100(float *p, int n) { for (int i = 0; i < n; i++) ((uint32_t *)p)[i] += 100; }
APART static void up(float *p) { *(int *)p += 16; }
APART static void down(float *p) { *(int *)p -= 8; }
APART static void head(float *p, int n) { for (int i = 0; i < n; i++) ((uint32_t *)p)[i] &= 0xffffe000u; }
static float f[5];
APART static void fill(void) { for (int i = 0; i < 5; i++) f[i] = single(1.1f + i); }
APART static void show(void) { for (int i = 0; i < 5; i++) printf("%.9g ", f[i]); puts(""); }
int main(int argc, char **argv) {
  isExact = argc > 1;
  fill(); add(f, 5, 3); show();
  fill(); add(f, 5, 50); show();
  fill(); add100(f, 5); show();
  fill(); up(f); down(f + 1); show();
  fill(); head(f, 5); show();
}
`;

const LINES = [
  ['doubles', DOUBLES, 'computes with the bits of a value'],
  ['floats', FLOATS, 'the bits of a value were changed'],
] as const;

test.each(
  LINES.flatMap(([name, source, line]) =>
    ['-O0', '-O2'].map((level) => [name, level, source, line] as const),
  ),
)('parts of %s that are changed in place come from the particle, at %s', async (_, level, source, line) => {
  const module = await haze.buildSource(source, { flags: [level] });
  for (const core of ['C0-S+', 'C0-Joint']) {
    const exact = await haze.run(module, { core, arguments: ['exact'] });
    const uncertain = await haze.run(module, { core, decisions: 'particle' });
    expect(stripUx(uncertain.stdout)).toBe(stripUx(exact.stdout));
    expect(uncertain.stderr).toContain(line);
  }
});

const TAGGED = `${HEAD}
#define TAG 0x7ffc000000000000ull
int main(void) {
  double kept[300];
  for (int i = 0; i < 300; i++) kept[i] = value(i);
  int wrong = 0;
  for (uint64_t type = 0; type < 8; type++)
    for (uint64_t low = 0; low < 500; low++) {
      uint64_t bits = TAG | type << 48 | type << 32 | low * 77, back;
      volatile double tagged; memcpy((void *)&tagged, &bits, 8);
      double number = tagged; memcpy(&back, &number, 8);
      wrong += number == number || back != bits;
    }
  double sum = 0;
  for (int i = 0; i < 300; i++) sum += kept[i];
  printf("%d %.0f\\n", wrong, sum);
}
`;

const CLEARED = `${HEAD}
int main(void) {
  float f[5];
  for (int i = 0; i < 5; i++) f[i] = single(1.1f + i);
  memset(f, 0, 2);
  printf("%g\\n", f[0]);
}
`;

test('half of a float is rejected if several floats could contain it', async () => {
  const { exitStatus, stdout, stderr } = await haze.runSource(CLEARED, { core: 'C0-S+', flags: ['-O0'] });
  expect(exitStatus).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain("cleared a part of a float's bits");
});

test("an interpreter's tagged values are not boxes", async () => {
  const { stdout, stderr } = await haze.runSource(TAGGED, { core: 'C0-S+' });
  expect(stripUx(stdout)).toBe('0 44850\n');
  expect(stderr).toBe('');
});
