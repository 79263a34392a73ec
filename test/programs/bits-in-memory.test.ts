// Integer views of numbers in memory. Computations on bits use the bits of the particle, for float and double, in
// arrays, structures, unions and bit-fields, even if some bits are cleared.
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

const IN_PLACE = `${HEAD}
APART static void twice(double *v, int n) { for (int i = 0; i < n; i++) { uint64_t u; memcpy(&u, v + i, 8); u += 1ull << 52; memcpy(v + i, &u, 8); } }
APART static void scale(double *v, int n, int e) { for (int i = 0; i < n; i++) { uint64_t u; memcpy(&u, v + i, 8); u = (u & ~(0x7ffull << 52)) | ((u >> 52 & 0x7ff) + e) << 52; memcpy(v + i, &u, 8); } }
APART static void cut(double *v, int n) { uint64_t *p = (uint64_t *)v; for (int i = 0; i < n; i++) p[i] &= ~0xffffull; }
APART static void up(double *v, int n) { int64_t *p = (int64_t *)v; for (int i = 0; i < n; i++) p[i] += 5; }
APART static void halve(double *v) { *(uint64_t *)v -= 1ull << 52; }
APART static void twicef(float *v) { uint32_t u; memcpy(&u, v, 4); u += 1u << 23; memcpy(v, &u, 4); }
union both { double d; struct { uint64_t m : 52, e : 11, s : 1; } f; };
union bothf { float d; struct { uint32_t m : 23, e : 8, s : 1; } f; };
struct holder { int id; union both b; };
struct holderf { int id; union bothf b; };
APART static void field(struct holder *h) { h->b.f.e += 1; }
APART static void fieldf(struct holderf *h) { h->b.f.e += 1; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  double v[3] = {value(3), value(-5), 1};
  twice(v, 3); printf("%.17g %.17g %g\\n", v[0], v[1], v[2]);
  v[0] = value(3); v[1] = value(-5); scale(v, 2, 3); printf("%.17g %.17g\\n", v[0], v[1]);
  v[0] = value(3.3); cut(v, 1); printf("%.17g\\n", v[0]);
  v[0] = value(3); up(v, 1); printf("%.17g\\n", v[0]);
  v[0] = value(3); halve(v); printf("%.17g\\n", v[0]);
  float f = (float)value(3); twicef(&f); printf("%.9g\\n", f);
  struct holder h = {1, {value(3)}}; field(&h); printf("%.17g\\n", h.b.d);
  struct holderf k = {1, {(float)value(3)}}; fieldf(&k); printf("%.9g\\n", k.b.d);
}
`;

const VIEWED = `${HEAD}
struct s { int id; float f; };
APART static int exponent(const float *v) { uint32_t u; memcpy(&u, v, 4); return (int)(u >> 23 & 255) - 127; }
APART static int isNaN(const struct s *p) { union { float f; uint32_t u; } x; x.f = p->f; return (x.u & 0x7fffffff) > 0x7f800000; }
APART static int exponentd(const double *v) { uint64_t u; memcpy(&u, v, 8); return (int)(u >> 52 & 2047) - 1023; }
APART static float fraction(const float *v) { uint32_t u; memcpy(&u, v, 4); u = (u & 0x7fffff) | 0x3f800000; float r; memcpy(&r, &u, 4); return r; }
APART static float head12(const float *v) { uint32_t u; memcpy(&u, v, 4); u &= 0xfffff000; float r; memcpy(&r, &u, 4); return r; }
APART static uint32_t key(const float *v) { uint32_t u; memcpy(&u, v, 4); return u ^ (-(u >> 31) | 0x80000000u); }
APART static uint64_t keyd(const double *v) { uint64_t u; memcpy(&u, v, 8); return u ^ (-(u >> 63) | 1ull << 63); }
APART static int64_t distance(const double *a, const double *b) { return *(const int64_t *)a - *(const int64_t *)b; }
APART static int less(const double *a, const double *b) { return *(const int64_t *)a < *(const int64_t *)b; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  double a = value(3), b = value(5);
  float f[3] = {(float)a, (float)-b, (float)(a * 1.1)};
  struct s t = {1, f[0]};
  printf("%d %d %d %d %d\\n", exponent(f), exponent(f + 1), isNaN(&t), exponentd(&a), exponentd(&b));
  printf("%.9g %.9g %.9g\\n", fraction(f + 1), head12(f + 2), head12(f));
  printf("%08x %08x %016llx\\n", key(f), key(f + 1), (unsigned long long)keyd(&a));
  printf("%lld %d %d\\n", (long long)distance(&a, &b), less(&a, &b), less(&b, &a));
}
`;

const CLEARED = `${HEAD}
APART static double head(double x) { uint64_t u; memcpy(&u, &x, 8); u &= 0xffffffff00000000ULL; memcpy(&x, &u, 8); return x; }
APART static double head2(double x) { ((uint32_t *)&x)[0] = 0; return x; }
APART static float bf16(float x) { uint32_t u; memcpy(&u, &x, 4); u &= 0xffff0000; memcpy(&x, &u, 4); return x; }
APART static float bf16s(float x) { uint32_t u; memcpy(&u, &x, 4); uint16_t b = u >> 16; u = (uint32_t)b << 16; memcpy(&x, &u, 4); return x; }
APART static double mask27(double x) { uint64_t u; memcpy(&u, &x, 8); u &= ~0x7ffffffULL; memcpy(&x, &u, 8); return x; }
APART static void heads(double *v, int n) { for (int i = 0; i < n; i++) ((uint64_t *)v)[i] &= 0xffffffff00000000ULL; }
APART static void bf16s_of(float *v, int n) { for (int i = 0; i < n; i++) ((uint32_t *)v)[i] &= 0xffff0000; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  double a = value(3.3), v[2] = {a, -a};
  float f[2] = {(float)a, (float)-a};
  printf("%.17g %.17g %.9g %.9g %.17g\\n", head(a), head2(a), bf16((float)a), bf16s((float)a), mask27(a));
  heads(v, 2); bf16s_of(f, 2); printf("%.17g %.17g %.9g %.9g\\n", v[0], v[1], f[0], f[1]);
  printf("%.17g %.17g\\n", a - head(a), a - mask27(a));
}
`;

test.each([
  ['changed in place', IN_PLACE, /^6 -10 2\n24 -40\n/],
  ['viewed', VIEWED, /^1 2 0 1 2\n1\.25 /],
  ['partly cleared', CLEARED, /^3\.29999/],
])('bits in memory that are %s come from the particle', async (_, source, start) => {
  const module = await haze.buildSource(source);
  for (const core of ['C0-XS', 'C0-S+']) {
    const exact = await haze.run(module, { core, arguments: ['exact'] });
    expect(stripUx(exact.stdout)).toMatch(start);
    const uncertain = await haze.run(module, { core, decisions: 'quiet' });
    expect(stripUx(uncertain.stdout)).toBe(stripUx(exact.stdout));
    expect(uncertain.stderr).toBe('');
  }
});
