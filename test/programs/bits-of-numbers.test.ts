// Programs that inspect the bits of their numbers: computations on bits use the particle, and bits that are moved keep
// their distribution.
import { expect, test } from 'vitest';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();

const COMPUTED = `#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>
#define APART __attribute__((noinline))
typedef union { double d; uint64_t u; int32_t w[2]; } bits;
typedef union { float f; int32_t i; uint32_t u; } bitsf;
static uint64_t get(double x) { uint64_t u; memcpy(&u, &x, 8); return u; }
static double put(uint64_t u) { double x; memcpy(&x, &u, 8); return x; }
APART static int exponent(double x) { return (int)(get(x) >> 52 & 0x7ff) - 1023; }
APART static int exponentf(float x) { bitsf b = {x}; return (int)(b.u >> 23 & 0xff) - 127; }
APART static double fraction(double x) { return put((get(x) & 0x000fffffffffffffull) | 0x3ff0000000000000ull); }
APART static double logarithm(double x) { bits b = {x}; return (b.u - 4606921278410026770.0) * 1.539095918623324e-16; }
APART static double next(double x) { return put(get(x) + 1); }
APART static int is_small(double x) { bits b = {x}; return (b.w[1] & 0x7fffffff) < 0x3ff00000; }
APART static int is_finite(double x) { return (get(x) & 0x7fffffffffffffffull) < 0x7ff0000000000000ull; }
APART static int is_same(double x, double y) { return get(x) == get(y); }
APART static unsigned hash(double x) { return (unsigned)(get(x) * 0x9e3779b97f4a7c15ull >> 40); }
APART static double power(double a, double b) {
  bits p = {a};
  p.w[1] = (int)(b * (p.w[1] - 1072632447) + 1072632447);
  p.w[0] = 0;
  return p.d;
}
APART static double whole(double x) {
  bits b = {x};
  int k = (int)(b.u >> 52 & 0x7ff) - 1023;
  if (k < 52) b.u &= -1ull << (52 - k);
  return b.d;
}
APART static int exponents(const double *x, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) { uint64_t u; memcpy(&u, x + i, 8); sum += (int)(u >> 52 & 0x7ff) - 1023; }
  return sum;
}
int main(int argc, char **argv) {
  double x = 10.5, y = -0.25;
  float f = 10.5f;
  if (argc == 1) {
    x = UxHwDoubleGaussDist(x, 0.1);
    y = UxHwDoubleUniformDist(y - 0.125, y + 0.125);
    f = UxHwFloatGaussDist(f, 0.1f);
  }
  double all[3] = {x, y, x};
  printf("%d %d %d %g %g %.17g\\n", exponent(x), exponent(y), exponentf(f), fraction(x), logarithm(x), next(x));
  printf("%d %d %d %d %d %u\\n", is_small(x), is_small(y), is_finite(x), is_same(x, x), is_same(x, y), hash(x));
  printf("%g %g %d %d\\n", power(x, 0.5), whole(x), exponents(all, 3), get(y) >> 63 != 0);
}
`;

test.each(['C0-S', 'C0-S+', 'C0-Joint'])('computations with bits use the particle on %s', async (core) => {
  const module = await haze.buildSource(COMPUTED);
  const exact = await haze.run(module, { core, arguments: ['exact'] });
  expect(stripUx(exact.stdout)).toMatch(/^3 -2 3 1\.3125 /);
  const uncertain = await haze.run(module, { core, decisions: 'quiet' });
  expect(uncertain).toMatchObject({ stdout: exact.stdout, stderr: '', exitStatus: 0 });
});

const FORTRAN = `module bits
  use iso_fortran_env
  use iso_c_binding
  implicit none
  interface
    function exponent_in_c(x) bind(c)
      import
      real(c_double), value :: x
      integer(c_int) :: exponent_in_c
    end function
  end interface
contains
  real function inverse_root(x)
    real, intent(in) :: x
    integer :: i
    i = transfer(x, i)
    i = int(z'5f3759df') - ishft(i, -1)
    inverse_root = transfer(i, 1.0)
    inverse_root = inverse_root*(1.5 - 0.5*x*inverse_root**2)
  end function
  integer function exponent_of(x)
    double precision, intent(in) :: x
    exponent_of = int(ibits(transfer(x, 1_int64), 52, 11)) - 1023
  end function
end module
program p
  use bits
  use uxhw
  implicit none
  real :: f, g, same
  double precision :: d, e
  integer :: i, same_i
  integer(int64) :: k, same_k
  equivalence (g, same_i), (e, same_k)
  f = 10.5
  d = 10.5d0
  if (command_argument_count() == 0) then
    f = ux_gauss(10.5, 0.1)
    d = ux_gauss(10.5d0, 0.1d0)
  end if
  print *, transfer(f, 1), transfer(d, 1_int64)
  i = transfer(f, 1)
  k = transfer(d, 1_int64)
  print *, i, k, ishft(i, -23) - 127, ibits(k, 52, 11) - 1023, iand(i, 255)
  g = f
  e = d
  print *, same_i, same_k, ishft(same_i, -23) - 127
  print '(z8, 1x, z16, 1x, b32, 1x, z8)', f, d, f, i
  print '(f8.4, 1x, i0, 1x, i0)', inverse_root(f), exponent_of(d), exponent_in_c(d)
  same = transfer(i, same)
  print '(f8.4)', same
  e = transfer(ieor(k, ishft(1_int64, 63)), e)
  print '(f8.4)', e
end program
`;

const IN_C = `#include <stdint.h>
#include <string.h>
int exponent_in_c(double x) { uint64_t u; memcpy(&u, &x, 8); return (int)(u >> 52 & 0x7ff) - 1023; }
`;

test.each(['-O1', '-O3'])(
  'computations with bits in Fortran and C use the particle, and printed values keep distributions, with %s',
  async (level) => {
    const files = { 'p.f90': FORTRAN, 'q.c': IN_C };
    const built = await haze.build(files, { configMk: `CFLAGS = ${level}\nFFLAGS = ${level}\n` });
    if (!built.ok) throw new Error(built.log);
    const { module } = built;
    const exact = await haze.run(module, { core: 'C0-S', arguments: ['exact'] });
    expect(exact.stdout).toContain('\n41280000 4025000000000000 ');
    const uncertain = await haze.run(module, { core: 'C0-S' });
    expect(stripUx(uncertain.stdout)).toBe(stripUx(exact.stdout));
    expect(uncertain.stdout.match(/Ux/g)).toHaveLength(3);
  },
);

const ROOT = `#include <stdint.h>
#include <stdio.h>
#include <uxhw.h>
static float inverse_root(float x) {
  union { float f; int32_t i; } y = {x};
  y.i = 0x5f3759df - (y.i >> 1);
  return y.f * (1.5f - 0.5f * x * y.f * y.f);
}
int main(void) {
  float root = inverse_root(UxHwFloatUniformDist(3.5f, 4.5f));
  printf("%.4f %.4f\\n", UxHwFloatNthMoment(root, 1), UxHwFloatNthMoment(root, 2));
}
`;

test.each(['-O2', '-O0'])(
  'an inverse square root that starts from the bits of its argument keeps its spread, at %s',
  async (flag) => {
    const { stdout } = await haze.runSource(ROOT, { core: 'C0-S+', flags: [flag] });
    const [mean, variance] = stripUx(stdout).split(' ').map(Number);
    // One step of Newton's method from y0, which comes from the bits of 4: y0 (1.5 − x y0²/2), linear in x.
    const first = new Float32Array(new Int32Array([0x5f3759df - (0x40800000 >> 1)]).buffer)[0]!;
    expect(mean).toBeCloseTo(first * (1.5 - 2 * first ** 2), 3);
    expect(variance).toBeCloseTo((first ** 3 / 2) ** 2 / 12, 4);
  },
);

const MOVED = `#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>
#define APART __attribute__((noinline))
typedef union { double d; uint64_t u; uint32_t w[2]; } bits;
static uint64_t get(double x) { uint64_t u; memcpy(&u, &x, 8); return u; }
static double put(uint64_t u) { double x; memcpy(&x, &u, 8); return x; }
APART static void to_bytes(unsigned char *p, double x) { uint64_t u = get(x); for (int i = 0; i < 8; i++) p[7 - i] = u >> (8 * i); }
APART static double from_bytes(const unsigned char *p) { uint64_t u = 0; for (int i = 0; i < 8; i++) u = u << 8 | p[i]; return put(u); }
APART static void to_words(uint32_t *w, double x) { uint64_t u = get(x); w[0] = u; w[1] = u >> 32; }
APART static double from_words(const uint32_t *w) { return put((uint64_t)w[1] << 32 | w[0]); }
APART static double size(double x) { return put(get(x) & 0x7fffffffffffffffull); }
APART static double size_by_word(double x) { bits b = {x}; b.w[1] &= 0x7fffffff; return b.d; }
APART static double opposite(double x) { bits b = {x}; b.w[1] ^= 0x80000000; return b.d; }
APART static double signed_as(double x, double y) { return put((get(x) & 0x7fffffffffffffffull) | (get(y) & 0x8000000000000000ull)); }
APART static void exchange(uint64_t *a, uint64_t *b) { *a ^= *b; *b ^= *a; *a ^= *b; }
// Words of an interpreter, which represents everything except numbers as NaNs.
static uint64_t kept[2];
APART static double number(int k) { return (kept[k] & 0x7ffc000000000000ull) == 0x7ffc000000000000ull ? -1 : put(kept[k]); }
int main(void) {
  double x = UxHwDoubleGaussDist(10.5, 0.1), minus = -x, other = 3;
  unsigned char bytes[8];
  uint32_t words[2];
  to_bytes(bytes, x);
  to_words(words, x);
  exchange((uint64_t *)&x, (uint64_t *)&other);
  kept[1] = get(other);
  const double all[] = {from_bytes(bytes), from_words(words), size(minus), size_by_word(minus), -opposite(other),
                        -signed_as(other, minus), other, number(1)};
  for (int i = 0; i < 8; i++) printf("%.2f %.3f%c", UxHwDoubleNthMoment(all[i], 1), UxHwDoubleNthMoment(all[i], 2), i < 7 ? ' ' : '\\n');
}
`;

test.each(['-O2', '-O0'])('a moved value keeps its distribution, at %s', async (flag) => {
  const { stdout } = await haze.runSource(MOVED, { core: 'C0-S+', flags: [flag, '-w'] });
  expect(stripUx(stdout).trim().split(' ')).toEqual(
    Array.from({ length: 8 }, () => ['10.50', '0.010']).flat(),
  );
});

const LANES = `#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>
#define APART __attribute__((noinline))
enum { N = 8 };
APART static void roots(float *x) {
  for (int k = 0; k < N; k++) {
    float y;
    int32_t i;
    memcpy(&i, x + k, 4);
    i = 0x5f3759df - (i >> 1);
    memcpy(&y, &i, 4);
    x[k] = y * (1.5f - 0.5f * x[k] * y * y);
  }
}
APART static void exponents(const double *x, int *e) {
  for (int k = 0; k < N; k++) { uint64_t u; memcpy(&u, x + k, 8); e[k] = (int)(u >> 52 & 0x7ff) - 1023; }
}
APART static void fractions(double *x) {
  for (int k = 0; k < N; k++) {
    uint64_t u;
    memcpy(&u, x + k, 8);
    u = (u & 0x000fffffffffffffull) | 0x3ff0000000000000ull;
    memcpy(x + k, &u, 8);
  }
}
int main(int argc, char **argv) {
  float f[N];
  double d[N];
  int e[N];
  for (int k = 0; k < N; k++) {
    f[k] = argc > 1 ? 4 : UxHwFloatUniformDist(3.5f, 4.5f);
    d[k] = argc > 1 ? 10.5 + 7 * k : UxHwDoubleUniformDist(10 + 7 * k, 11 + 7 * k);
  }
  roots(f);
  exponents(d, e);
  fractions(d);
  for (int k = 0; k < N; k++) printf("%.4f %d %g\\n", UxHwFloatNthMoment(f[k], 1), e[k], d[k]);
}
`;

test('computations with bits in vector lanes use the particle', async () => {
  const module = await haze.buildSource(LANES, { flags: ['-O2', '-msimd128'] });
  const exact = await haze.run(module, { core: 'C0-S+', arguments: ['exact'] });
  expect(stripUx(exact.stdout)).toMatch(/^0\.4992 3 1\.3125\n0\.4992 4 1\.09375\n/);
  const uncertain = await haze.run(module, { core: 'C0-S+' });
  expect(stripUx(uncertain.stdout)).toBe(stripUx(exact.stdout));
});
