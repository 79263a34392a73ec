// Parts of numbers as integers: a part that a function stores without the rest, words and halves of numbers in memory,
// incremented bits of a float. The program gets parts of the particle, or values computed from it.
import { expect, test } from 'vitest';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();

const HEAD = `#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>
#define APART __attribute__((noinline))
static int isExact;
static double value(double x) { return isExact ? x : UxHwDoubleGaussDist(x, 0.1 * x * (x < 0 ? -1 : 1)); }
`;

const BFLOATS = `${HEAD}
APART static uint16_t cut(float x) { uint32_t u; memcpy(&u, &x, 4); return u >> 16; }
APART static uint16_t rounded(float x) { uint32_t u; memcpy(&u, &x, 4); u += 0x7fff + (u >> 16 & 1); return u >> 16; }
APART static float whole(uint16_t b) { uint32_t u = (uint32_t)b << 16; float x; memcpy(&x, &u, 4); return x; }
APART static void cutAll(uint16_t *o, const float *v, int n) { for (int i = 0; i < n; i++) { uint32_t u; memcpy(&u, v + i, 4); o[i] = u >> 16; } }
APART static void halves(uint16_t *o, const float *v, int n) { const uint16_t *h = (const uint16_t *)v; for (int i = 0; i < n; i++) o[i] = h[2 * i + 1]; }
APART static void store(uint8_t *o, float x) { uint32_t u; memcpy(&u, &x, 4); o[0] = u >> 24; o[1] = u >> 16; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  float f[4]; uint16_t h[4]; uint8_t b[2];
  for (int i = 0; i < 4; i++) f[i] = (float)value(3.3 * (i - 1.5));
  printf("%.9g %.9g\\n", whole(cut(f[3])), whole(rounded(f[2])));
  cutAll(h, f, argc + 2); printf("%.9g %.9g %.9g\\n", whole(h[0]), whole(h[1]), whole(h[2]));
  halves(h, f, 4); printf("%.9g %.9g %.9g\\n", whole(h[0]), whole(h[1]), whole(h[3]));
  store(b, f[0]); printf("%.9g\\n", whole(b[0] << 8 | b[1]));
}
`;

const WORDS = `${HEAD}
union word { double d; uint32_t w[2]; uint16_t h[4]; struct { uint32_t lo, hi; } p; };
APART static uint32_t high(double x) { union word u; u.d = x; return u.p.hi; }
APART static uint32_t low(double x) { union word u; u.d = x; return u.p.lo; }
APART static double made(uint32_t hi, uint32_t lo) { union word u; u.p.hi = hi; u.p.lo = lo; return u.d; }
APART static int exponent(const double *x) { return (((const int *)x)[1] >> 20 & 0x7ff) - 1023; }
APART static int shortExponent(const union word *u) { return (u->h[3] >> 4 & 0x7ff) - 1023; }
APART static int isNaN(const union word *u) { return (u->p.hi & 0x7ff00000) == 0x7ff00000 && ((u->p.hi & 0xfffff) | u->p.lo) != 0; }
APART static int isSmall(const double *x) { int ix = ((const int *)x)[1]; return ix < 0x3ff00000; }
APART static void scale(double *x, int n) { int *p = (int *)x, k = (p[1] & 0x7ff00000) >> 20; p[1] = (p[1] & 0x800fffff) | ((k + n) << 20); }
APART static void twice(double *x, int n) { for (int i = 0; i < n; i++) ((int *)x)[2 * i + 1] += 1 << 20; }
APART static double lowCleared(union word *u) { u->p.lo = 0; return u->d; }
APART static double halfCleared(union word *u) { u->h[0] = 0; return u->d; }
APART static double highChanged(union word *u) { u->w[1] ^= 0x80000000u; u->w[1] += 0x100000; return u->d; }
APART static double logarithm(const double *v) { return ((const int *)v)[1] / 1048576.0 - 1023; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  double a = value(3.3), t[2] = {a, value(-0.4)};
  union word u;
  printf("%.17g %.17g %.17g\\n", made(high(a), low(a)), made(high(a), 0), made(high(a) + 0x100000, low(a)));
  u.d = a; printf("%d %d %d %d %d\\n", exponent(&a), shortExponent(&u), isNaN(&u), isSmall(&a), isSmall(t + 1));
  scale(t, 2); printf("%.17g\\n", t[0]);
  twice(t, 2); printf("%.17g %.17g\\n", t[0], t[1]);
  printf("%.17g ", lowCleared(&u)); u.d = a; printf("%.17g ", halfCleared(&u)); u.d = a; printf("%.17g\\n", highChanged(&u));
  printf("%.9g\\n", logarithm(&a));
}
`;

const FLOATS = `${HEAD}
APART static float root(const float *v) { int32_t i; memcpy(&i, v, 4); i = 0x5f3759df - (i >> 1); float y; memcpy(&y, &i, 4); return y; }
APART static float squareRoot(const float *v) { int32_t i; memcpy(&i, v, 4); i = (1 << 29) + (i >> 1) - (1 << 22); float y; memcpy(&y, &i, 4); return y; }
APART static float logarithm(const float *v) { int32_t i; memcpy(&i, v, 4); return i * (1.0f / (1 << 23)) - 127; }
APART static void twice(float *v, int n) { uint32_t *p = (uint32_t *)v; for (int i = 0; i < n; i++) p[i] += 1 << 23; }
APART static void quarter(float *v, int n) { int *p = (int *)v; for (int i = 0; i < n; i++) p[i] -= 2 << 23; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  float f[2] = {(float)value(3.3), (float)value(-5.7)};
  printf("%.9g %.9g %.9g\\n", root(f), squareRoot(f), logarithm(f));
  twice(f, 2); printf("%.9g %.9g\\n", f[0], f[1]);
  f[0] = (float)value(3.3); quarter(f, 2); printf("%.9g %.9g\\n", f[0], f[1]);
}
`;

const COUNTED = `${HEAD}
APART static void next(float *v, int n) { uint32_t *p = (uint32_t *)v; for (int i = 0; i < n; i++) p[i] += 1; }
APART static void before(float *v) { --*(int32_t *)v; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  float f[6];
  for (int i = 0; i < 6; i++) f[i] = (float)value(i + 1.25);
  next(f, 5); before(f + 5); before(f + 5); next(f, 1);
  for (int i = 0; i < 6; i++) printf("%.9g ", f[i]);
}
`;

const CHANGED = 'the bits of a value were changed';

test.each([
  ['made bfloat16', BFLOATS, /^4\.9375 1\.6484375\n-4\.9375 /, CHANGED],
  ['words of doubles', WORDS, /^3\.2999999999999998 3\.29999923\d+ 6\.59/, ''],
  ['powers and logarithms of floats in memory', FLOATS, /^0\.5537\d* 1\.82/, ''],
  ['floats in memory counted up and down', COUNTED, /^1\.25000024 2\.25000024 /, CHANGED],
])('parts of numbers come from the particle: %s', async (_, source, start, line) => {
  const module = await haze.buildSource(source);
  for (const core of ['C0-XS', 'C0-S+']) {
    const exact = await haze.run(module, { core, arguments: ['exact'] });
    expect(stripUx(exact.stdout)).toMatch(start);
    const uncertain = await haze.run(module, { core, decisions: 'quiet' });
    expect(stripUx(uncertain.stdout)).toBe(stripUx(exact.stdout));
    if (line === '') expect(uncertain.stderr).toBe('');
    else expect(uncertain.stderr.split(line)).toHaveLength(2);
  }
});

const INTEGERS = `${HEAD}
APART static void left(int16_t *o, const int16_t *v, int n) { for (int i = 0; i < n; i++) o[i] = v[2 * i + 1]; }
APART static void both(int16_t *o, int16_t *p, const int32_t *v, int n) { for (int i = 0; i < n; i++) o[i] = v[i] >> 16, p[i] = v[i]; }
APART static long sum(const int *v, int n) { long s = 0; for (int i = 0; i < n; i++) s += v[i] >> 20 & 0x7ff; return s; }
static int32_t v[30000];
static int16_t o[30000], p[30000];
int main(void) {
  float f[40];
  for (int i = 0; i < 40; i++) f[i] = (float)value(i + 1);
  for (int i = 0; i < 30000; i++) v[i] = (int32_t)(0x7ffc0000u + i * 7) ;
  long total = 0, expected = 0;
  both(o, p, v, 30000);
  for (int i = 0; i < 30000; i++) total += o[i] + p[i], expected += (v[i] >> 16) + (int16_t)v[i];
  left(o, (int16_t *)v, 30000);
  for (int i = 0; i < 30000; i++) total += o[i], expected += v[i] >> 16;
  printf("%ld %ld %d\\n", total - expected, sum(v, 30000) - 30000 * 2047l, f[3] > 0);
}
`;

test('integers whose bits look like the head of a box are unchanged', async () => {
  const { stdout, stderr } = await haze.runSource(INTEGERS, { core: 'C0-XS', decisions: 'quiet' });
  expect(stdout).toBe('0 0 1\n');
  expect(stderr).toBe('');
});
