// The math library on uncertain values: every function in <math.h> and <complex.h>, long double, and classification. A
// function of one plain argument maps positions, so for a monotonic function, the quantile of the result is exactly the
// function of the argument's quantile. The program itself computes both sides and prints the differences.
import { describe, expect, test } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();
// The programs compare and round uncertain values deliberately.
const run = (source: string, language = 'C') =>
  haze.runSource(source, { core: 'C0-XS', language, decisions: 'quiet' });

const PRELUDE = `
#define _GNU_SOURCE
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
// Positions of a value, ascending, through its bytes: particle 8, type 1, count 8, mean 8, number 4, then pairs of 16.
static size_t positions(double v, double *out) {
  static uint8_t bytes[4096];
  ssize_t size = UxHwDoubleDistributionToByteArray(v, bytes, sizeof bytes);
  size_t n = (size_t)(size - 29) / 16;
  for (size_t i = 0; i < n; i++) memcpy(&out[i], bytes + 29 + 16 * i, 8);
  qsort(out, n, sizeof *out, order);
  return n;
}
static void same(const char *name, double got, double want) {
  if (!(got == want || (got != got && want != want))) printf("%s: %.17P" "g, not %.17P" "g\\n", name, got, want);
}
`;

describe('functions of one argument map every position', () => {
  const functions = {
    'UxHwDoubleUniformDist(0.25, 0.75)':
      'acos asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 exp10 expm1 fabs floor log log10 log1p log2 logb nearbyint rint round sin sinh sqrt tan tanh tgamma lgamma trunc j0 j1 y0 y1 significand',
    'UxHwDoubleUniformDist(1.25, 1.75)': 'acosh lgamma tgamma exp log',
  };
  test.each(Object.entries(functions))('of %s', async (value, names) => {
    const checks = names.split(' ').map(
      (name) => `
  {
    double v = ${value}, argument[64], result[64], expected[64];
    double r = ${name}(v);
    size_t n = positions(v, argument), m = positions(r, result);
    for (size_t i = 0; i < n; i++) expected[i] = ${name}(argument[i]);
    qsort(expected, n, sizeof *expected, order);
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++) if (i == 0 || expected[i] != expected[distinct - 1]) expected[distinct++] = expected[i];
    if (m == n) for (size_t i = 0; i < n; i++) expected[i] = ${name}(argument[i]);
    if (m == n) qsort(expected, n, sizeof *expected, order);
    if (m != n && m != distinct) printf("${name}: %zu positions of %zu\\n", m, n);
    for (size_t i = 0; i < m; i++) same("${name}", result[i], expected[i]);
    same("particle of ${name}", r + 0 == r ? UxHwDoubleQuantile(0 * v + 1, 0.5) : 1, 1);
  }`,
    );
    const { stdout, stderr } = await run(`${PRELUDE}int main(void) {${checks.join('')}\n  puts("done");\n}`);
    expect(stdout + stderr).toBe('done\n');
  });
});

test('functions of two arguments map every position, with either argument uncertain', async () => {
  const names = 'atan2 fdim fmax fmin fmod hypot pow remainder copysign nextafter';
  const checks = names.split(' ').map(
    (name) => `
  {
    double v = UxHwDoubleUniformDist(1.25, 1.75), argument[64], result[64];
    double left = ${name}(v, 1.5), right = ${name}(1.5, v);
    size_t n = positions(v, argument);
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) low = fmin(low, ${name}(argument[i], 1.5)), high = fmax(high, ${name}(argument[i], 1.5));
    size_t m = positions(left, result);
    same("${name}(v, 1.5) lowest", result[0], low), same("${name}(v, 1.5) highest", result[m - 1], high);
    if (strcmp("${name}", "copysign") != 0) {
      low = INFINITY, high = -INFINITY;
      for (size_t i = 0; i < n; i++) low = fmin(low, ${name}(1.5, argument[i])), high = fmax(high, ${name}(1.5, argument[i]));
      m = positions(right, result);
      same("${name}(1.5, v) lowest", result[0], low), same("${name}(1.5, v) highest", result[m - 1], high);
    }
    double both = ${name}(v, UxHwDoubleUniformDist(1.25, 1.75));
    if (isnan(both)) puts("${name}: NaN of two uncertain operands");
  }`,
  );
  const { stdout, stderr } = await run(`${PRELUDE}int main(void) {${checks.join('')}\n  puts("done");\n}`);
  expect(stdout + stderr).toBe('done\n');
});

test('functions with a second result, an integer argument or an integer result handle distributions', async () => {
  const { stdout, stderr } = await run(`${PRELUDE}
int main(void) {
  double v = UxHwDoubleUniformDist(4.25, 4.75), whole, sine, cosine;
  int exponent, quotient, sign;
  double fraction = modf(v, &whole);
  same("modf fraction", UxHwDoubleNthMoment(fraction, 1), 0.5), same("modf whole", whole, 4);
  double mantissa = frexp(v, &exponent);
  same("frexp exponent", exponent, 3), same("frexp", UxHwDoubleNthMoment(ldexp(mantissa, exponent), 1), 4.5);
  same("ldexp", UxHwDoubleNthMoment(ldexp(v, -1), 1), 2.25), same("scalbn", UxHwDoubleNthMoment(scalbn(v, 2), 1), 18);
  same("scalbln", UxHwDoubleNthMoment(scalbln(v, 2), 1), 18);
  double rest = remquo(v, 2, &quotient);
  same("remquo", UxHwDoubleNthMoment(rest, 1), 0.5), same("remquo quotient", quotient, 2);
  same("lgamma_r", UxHwDoubleSupportMin(lgamma_r(v, &sign)), UxHwDoubleSupportMin(lgamma(v))), same("sign", sign, 1);
  sincos(v, &sine, &cosine);
  same("sincos", UxHwDoubleNthMoment(sine, 1), UxHwDoubleNthMoment(sin(v), 1));
  same("sincos", UxHwDoubleNthMoment(cosine, 1), UxHwDoubleNthMoment(cos(v), 1));
  same("fma", UxHwDoubleNthMoment(fma(v, 2, 1), 1), 10);
  same("jn", UxHwDoubleNthMoment(jn(0, v), 1), UxHwDoubleNthMoment(j0(v), 1));
  same("lrint", lrint(v), 4), same("lround", lround(v), 5), same("llround", llround(v), 5), same("llrint", llrint(v), 4);
  same("ilogb", ilogb(v), 2), same("cast", (int)v, 4), same("unsigned cast", (unsigned long long)v, 4);
  same("nexttoward", UxHwDoubleSupportMax(nexttoward(v, 9)) > UxHwDoubleSupportMax(v), 1);
  puts("done");
}`);
  expect(stdout + stderr).toBe('done\n');
});

test('in single precision, results are floats and come from the float functions', async () => {
  const { stdout, stderr } = await run(`${PRELUDE}
int main(void) {
  float v = UxHwFloatUniformDist(0.25f, 0.75f);
  double argument[64], result[64];
  float r = expf(sqrtf(v)) * 3.0f;
  size_t n = positions(v, argument), m = positions(r, result);
  same("count", m, n);
  for (size_t i = 0; i < n; i++) same("expf(sqrtf) * 3", result[i], expf(sqrtf((float)argument[i])) * 3.0f);
  puts("done");
}`);
  expect(stdout + stderr).toBe('done\n');
});

test.each(['long double', '_Float128'])(
  '%s: conversion, arithmetic, comparison and functions keep a distribution',
  async (type) => {
    const { stdout, stderr } = await run(`${PRELUDE}
int main(void) {
  double v = UxHwDoubleUniformDist(1.25, 1.75);
  ${type} wide = v;
  same("there and back", UxHwDoubleNthMoment((double)wide, 1), 1.5);
  same("arithmetic", UxHwDoubleNthMoment((double)((2.0L * wide - 1) / 4 + 1), 1), 1.5);
  same("negation", UxHwDoubleNthMoment((double)-wide, 1), -1.5);
  same("double negation", UxHwDoubleNthMoment((double)-(-wide), 2), UxHwDoubleNthMoment(v, 2));
  same("sqrtl", UxHwDoubleNthMoment((double)sqrtl(wide), 1), UxHwDoubleNthMoment(sqrt(v), 1));
  same("powl", UxHwDoubleNthMoment((double)powl(wide, 2), 1), UxHwDoubleNthMoment(pow(v, 2), 1));
  same("compare", (wide > 1) + (wide < 2) + (wide != 3) + (wide == wide) + (wide >= 1.5L), 5);
  same("to integer", (int)wide + (long long)wide, 2);
  float narrow = (float)wide;
  same("to float", UxHwFloatNthMoment(narrow, 1), 1.5);
  wide = narrow;
  same("from float", UxHwDoubleNthMoment((double)wide, 1), 1.5);
  same("isnan", isnan(wide) + isinf(wide) + !isfinite(wide) + !isnormal(wide), 0);
  same("fpclassify", fpclassify(wide), FP_NORMAL);
  puts("done");
}`);
    expect(stdout + stderr).toBe('done\n');
  },
);

test('_Float128 is separate from long double, and has constants, functions and complex numbers', async () => {
  const source = `#include <complex.h>
#include <stdio.h>
#define KIND(x) _Generic(x, long double: "long double", _Float128: "_Float128", default: "another")
static _Float128 third = 1.0q / 3;
int main(void) {
  _Complex _Float128 z = third;
  z = z * z - 1;
  printf("%zu %s %s %s\\n", sizeof third, KIND(third), KIND(third + 1.0L), KIND(1.0L));
  printf("%.33Lf %.3Lf\\n", (long double)third, (long double)__real__ z);
  printf("%.33Lf %.3Lf\\n", (long double)__builtin_sqrtf128(third), (long double)__builtin_powf128(third, -2));
  printf("%d %d\\n", __builtin_isinf(__builtin_huge_valf128()), __builtin_isnan(third));
}`;
  const { stdout, stderr } = await haze.runSource(source, { core: 'C0-Bypass' });
  expect(stdout + stderr).toBe(
    [
      '16 _Float128 _Float128 long double',
      '0.333333333333333333333333333333333 -0.889',
      '0.577350269189625764509148780501957 9.000',
      '1 0',
      '',
    ].join('\n'),
  );
});

test('_Float128 has the functions of <math.h> and <stdlib.h> on demand, and a program may define its own', async () => {
  const source = `#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  _Float128 (*root)(_Float128) = sqrtf128;
  char text[64], small[8];
  _Float128 tenth = strtof128("0.1", NULL), whole;
  int exponent;
  strfromf128(text, sizeof text, "%.33g", root(2) + tenth);
  printf("%s %d %s\\n", text, strfromf128(small, sizeof small, "%.30e", tenth), small);
  strfromf128(text, sizeof text, "%.33g", powf128(tgammaf128(0.5q), 2) / M_PIf128);
  printf("%s %d %d\\n", text, modff128(2.5q, &whole) == 0.5q && whole == 2, frexpf128(8, &exponent) == 0.5q && exponent == 4);
}`;
  // Digits as the GNU C library prints them.
  const expected = '1.5142135623730950488016887242097 36 1.00000\n1 1 1\n';
  const { stdout, stderr } = await haze.runSource(source, { core: 'C0-Bypass' });
  expect(stdout + stderr).toBe(expected);
  const own = `#include <math.h>
#include <stdio.h>
static int sqrtf128(int x) { return x + 1; }
int main(void) { printf("%d\\n", sqrtf128(4)); }`;
  expect((await haze.runSource(own)).stdout).toMatch(/^5\n$/);
});

test('complex functions keep the distributions of both parts', async () => {
  const { stdout, stderr } = await run(`${PRELUDE}
static void mean(const char *name, double complex z, double re, double im) {
  double a = UxHwDoubleNthMoment(creal(z), 1), b = UxHwDoubleNthMoment(cimag(z), 1);
  if (fabs(a - re) > 1e-3 || fabs(b - im) > 1e-3) printf("%s: %P" "f %P" "f, not %P" "f %P" "f\\n", name, a, b, re, im);
  if (!(UxHwDoubleNthMoment(creal(z), 2) > 0)) printf("%s: no spread\\n", name);
}
int main(void) {
  // The spread is so small that a function's mean is the function of the mean.
  double complex z = CMPLX(UxHwDoubleUniformDist(0.499, 0.501), UxHwDoubleUniformDist(0.299, 0.301)), at = CMPLX(0.5, 0.3);
#define CHECK(f) mean(#f, f(z), creal(f(at)), cimag(f(at)));
  CHECK(cexp) CHECK(clog) CHECK(csqrt) CHECK(csin) CHECK(ccos) CHECK(ctan) CHECK(csinh) CHECK(ccosh) CHECK(ctanh)
  CHECK(casin) CHECK(cacos) CHECK(catan) CHECK(casinh) CHECK(cacosh) CHECK(catanh) CHECK(conj)
  mean("cpow", cpow(z, at), creal(cpow(at, at)), cimag(cpow(at, at)));
  mean("product", z * z, creal(at * at), cimag(at * at));
  mean("quotient", z / at, 1, 0);
  same("cabs", fabs(UxHwDoubleNthMoment(cabs(z), 1) - cabs(at)) < 1e-3, 1);
  same("carg", fabs(UxHwDoubleNthMoment(carg(z), 1) - carg(at)) < 1e-3, 1);
  float complex narrow = cexpf(CMPLXF(UxHwFloatUniformDist(0.499f, 0.501f), 0.3f));
  same("cexpf", fabs(UxHwFloatNthMoment(crealf(narrow), 1) - creal(cexp(at))) < 1e-3, 1);
  // The imaginary part is 0.439 with a deviation of 0.0224, and never NaN, although operands count as independent.
  double root = cimag(csqrt(CMPLX(UxHwDoubleGaussDist(5, 0.2), UxHwDoubleGaussDist(2, 0.1))));
  same("csqrt", fabs(UxHwDoubleNthMoment(root, 1) - 0.439) < 0.005 && fabs(sqrt(UxHwDoubleNthMoment(root, 2)) - 0.0224) < 0.006, 1);
  puts("done");
}`);
  expect(stdout).toBe('done\n');
  // The parts of a complex product share their inputs, and the core reports this.
  const others = stderr.split('\n').filter((line) => !/share an input|notices of this kind are/.test(line));
  expect(others).toEqual(['']);
});

describe('classification functions use the particle', () => {
  const BODY = (ns: string, printf: string) => `
  double x = UxHwDoubleGaussDist(1, 2), list[1] = {x};
  float f = UxHwFloatGaussDist(1, 2);
  long double l = x;
  double zero = 0 * x, infinite = x / zero;
  ${printf}("%d%d%d%d%d ", !!${ns}isnan(x), !!${ns}isinf(x), !!${ns}isfinite(x), !!${ns}isnormal(x), ${ns}fpclassify(x) == FP_NORMAL);
  ${printf}("%d%d%d ", ${ns}isnan(f) || ${ns}isinf(f), !${ns}isfinite(f), ${ns}isnan(l) || !${ns}isfinite(l));
  ${printf}("%d%d%d ", ${ns}isnan(list[0]) || ${ns}isinf(list[0]), !!${ns}signbit(-x), ${ns}isgreater(x, 0.5));
  ${printf}("%d%d%d\\n", !!${ns}isinf(infinite), !!${ns}isnan(zero / zero), ${ns}fpclassify(zero) == FP_ZERO);`;
  const EXPECTED = '00111 000 011 111\n';

  test('in C', async () => {
    const { stdout } = await run(`${PRELUDE}int main(void) {${BODY('', 'printf')}}`);
    expect(stdout).toBe(EXPECTED);
  });

  test('classification uses the particle even if the compiler turns comparisons into a bit test', async () => {
    const { stdout } = await run(`${PRELUDE}
__attribute__((noinline)) int odd(double x) { return x != x || x == INFINITY || x == -INFINITY; }
__attribute__((noinline)) int oddf(const float *x) { return *x != *x || fabsf(*x) == INFINITY; }
__attribute__((noinline)) int zero_or_odd(double x) { return fabs(x) == INFINITY || x != x || x == 0; }
int main(void) {
  double x = UxHwDoubleGaussDist(1, 2), kept = x;
  float f = UxHwFloatGaussDist(1, 2);
  printf("%d%d%d %d%d%d ", odd(x), oddf(&f), zero_or_odd(x), odd(NAN), odd(INFINITY), zero_or_odd(0.0));
  unsigned char bytes[8], back[8];
  memcpy(bytes, &kept, 8);
  for (int i = 0; i < 8; i++) back[i] = bytes[7 - i];
  for (int i = 0; i < 8; i++) bytes[i] = back[7 - i];
  memcpy(&kept, bytes, 8);
  printf("%d\\n", UxHwDoubleNthMoment(kept, 2) > 3);
}`);
    expect(stdout).toBe('000 111 1\n');
  });

  test('in C++', async () => {
    const source = `#include <cmath>\n#include <cstdio>\n#include <uxhw.h>\nint main() {${BODY('std::', 'std::printf')}}`;
    expect((await run(source, 'C++')).stdout).toBe(EXPECTED);
  });
});
