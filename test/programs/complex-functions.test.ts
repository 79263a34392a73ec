// Functions of complex numbers. Each line of complex-functions.txt contains a name and both parts of the argument and
// of the value, computed by mpmath 1.3 with at least 400 bits. For a power, it also contains both parts of the
// exponent.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openHaze } from './build-and-run.ts';

/** The error in either part; for powers, the error of the complex number as a whole. */
const MOST_ULPS = 4;
const haze = openHaze();
const lines = readFileSync(fileURLToPath(new URL('complex-functions.txt', import.meta.url)), 'utf8')
  .trim()
  .split('\n');
const names = [...new Set(lines.map((line) => line.split(' ')[0]!))].filter((name) => name !== 'cpow');

const PRECISE = `#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
// Errors in units in the last place of a number of that size.
static double ulps(long double value, long double expected, long double size) {
  if (value == expected) return 0;
  return fabsl(value - expected) / (nextafterl(fabsl(size), INFINITY) - fabsl(size));
}
static double ulps_of_double(double value, long double expected, long double size) {
  double near = fabs((double)size);
  if (value == (double)expected) return 0.5;
  return fabsl(value - expected) / (nextafter(near, INFINITY) - near);
}
static int is_double(long double x) { return (double)x == x && fabsl(x) < 700; }
int main(void) {
  char name[16];
  long double x, y, re, im, a, b;
  int n = 0;
  while (scanf("%15s %Lf %Lf %Lf %Lf", name, &x, &y, &re, &im) == 5) {
    long double complex z = CMPLXL(x, y), r = 0;
    double complex w = 0;
    double most = ${MOST_ULPS};
    long double across = re, up = im;
${names.map((name) => `    if (!strcmp(name, "${name}")) r = ${name}l(z), w = ${name}(z);`).join('\n')}
    if (!strcmp(name, "cpow") && scanf("%Lf %Lf", &a, &b) == 2) r = cpowl(z, CMPLXL(a, b)), w = cpow(z, CMPLX(a, b)), across = up = cabsl(CMPLXL(re, im));
    if (!(ulps(creall(r), re, across) <= most && ulps(cimagl(r), im, up) <= most))
      printf("%sl(%.20Lg, %.20Lg) is %.40Lg %.40Lg: wrong by %g and %g\\n", name, x, y, creall(r), cimagl(r), ulps(creall(r), re, across), ulps(cimagl(r), im, up));
    if (is_double(x) && is_double(y) && !(ulps_of_double(creal(w), re, across) <= most && ulps_of_double(cimag(w), im, up) <= most))
      printf("%s(%.20Lg, %.20Lg) is %.17g %.17g: wrong by %g and %g\\n", name, x, y, creal(w), cimag(w), ulps_of_double(creal(w), re, across), ulps_of_double(cimag(w), im, up));
    n++;
  }
  printf("%d\\n", n);
}`;

test('C: long double and double values are within 4 units in the last place, in both parts', async () => {
  const { stdout, stderr } = await haze.runSource(PRECISE, {
    core: 'C0-Bypass',
    stdin: `${lines.join('\n')}\n`,
  });
  expect(stdout + stderr).toBe(`${lines.length}\n`);
});

/** The function, the argument and the value. Signs that the standard leaves unspecified are not included. */
const SPECIAL_VALUES = `
csqrt -4 0 0 2 | csqrt -4 -0 0 -2 | csqrt -0 -0 0 -0 | csqrt -inf 1 0 inf | csqrt nan -inf inf -inf | csqrt inf nan inf nan
clog -0 0 -inf 3.142 | clog 0 -0 -inf -0 | clog -1 -0 0 -3.142 | clog -inf inf inf 2.356 | clog nan inf inf nan
cexp -inf 2 -0 0 | cexp inf -0 inf -0 | cexp inf 2 -inf inf | cexp nan 0 nan 0 | cexp 1 inf nan nan | cexp 0 -0 1 -0
ccosh 0 1 0.5403 0 | ccosh -0 1 0.5403 -0 | ccosh inf 4 -inf -inf | ccosh inf 0 inf 0 | ccosh inf nan inf nan | ccosh 1 inf nan nan
csinh -0 0 -0 0 | csinh 0 2 -0 0.9093 | csinh -inf 4 inf -inf | csinh inf 0 inf 0 | csinh nan 0 nan 0 | csinh 1 nan nan nan
ctanh inf 2 1 -0 | ctanh -0 0 -0 0 | ctanh nan -0 nan -0 | ctanh 1 inf nan nan
csin 0 1 0 1.175 | csin -0 -1 -0 -1.175 | ccos 0 1 1.543 -0 | ctan 0 inf 0 1 | ctan -0 2 -0 0.964
cacos -2 0 3.142 -1.317 | cacos -2 -0 3.142 1.317 | cacos 0 nan 1.571 nan | cacos -inf inf 2.356 -inf | cacos 1 inf 1.571 -inf
cacos inf 1 0 -inf | cacos -0 -0 1.571 0 | cacos nan 1 nan nan
casin 2 0 1.571 1.317 | casin 2 -0 1.571 -1.317 | casin -0 -0 -0 -0 | casin inf 1 1.571 inf | casin -1 inf -0 inf | casin 0 nan 0 nan
casinh 0 2 1.317 1.571 | casinh -0 2 -1.317 1.571 | casinh nan 0 nan 0 | casinh inf inf inf 0.7854 | casinh 1 nan nan nan
cacosh -0 -0 0 -1.571 | cacosh 1 inf inf 1.571 | cacosh -inf 1 inf 3.142 | cacosh 0 nan nan 1.571 | cacosh 0.5 -0 0 -1.047
catan 0 2 1.571 0.5493 | catan -0 2 -1.571 0.5493 | catan -0 -0 -0 -0 | catan inf 1 1.571 0
catanh 1 0 inf 0 | catanh -1 -0 -inf -0 | catanh 2 -0 0.5493 -1.571 | catanh -0 nan -0 nan | catanh inf 3 0 1.571 | catanh 1 -inf 0 -1.571
`
  .trim()
  .split(/\s*[|\n]\s*/);

test('C: zeros keep their signs, and infinities and NaN follow annex G of the standard', async () => {
  const source = `#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
static const char *show(double x) {
  static char texts[6][24];
  static int next;
  char *text = texts[next++ % 6];
  if (isnan(x)) return "nan";
  snprintf(text, 24, "%.4g", x);
  return text;
}
int main(void) {
  char name[16];
  double x, y;
  while (scanf("%15s %lf %lf %*s %*s", name, &x, &y) == 3) {
    long double complex l = 0;
    double complex d = 0;
    float complex f = 0;
${names.map((name) => `    if (!strcmp(name, "${name}")) l = ${name}l(CMPLXL(x, y)), d = ${name}(CMPLX(x, y)), f = ${name}f(CMPLXF(x, y));`).join('\n')}
    printf("%s %s %s %s %s %s\\n", show(creall(l)), show(cimagl(l)), show(creal(d)), show(cimag(d)), show(crealf(f)), show(cimagf(f)));
  }
}`;
  const { stdout, stderr } = await haze.runSource(source, {
    core: 'C0-Bypass',
    stdin: `${SPECIAL_VALUES.join('\n')}\n`,
  });
  expect(stderr).toBe('');
  const values = stdout.trim().split('\n');
  const said = SPECIAL_VALUES.map((line, i) => [...line.split(' ').slice(0, 3), values[i]].join(' '));
  expect(said).toEqual(
    SPECIAL_VALUES.map((line) => {
      const [name, x, y, re, im] = line.split(' ');
      return [name, x, y, re, im, re, im, re, im].join(' ');
    }),
  );
});

test("C: uncertain parts of long doubles stay distributions, and a program's function replaces the library’s", async () => {
  const source = `#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <uxhw.h>
long double complex ctanl(long double complex z) { return z + 100; }
static void mean(const char *name, long double complex z, long double complex at) {
  double re = UxHwDoubleNthMoment((double)creall(z), 1), im = UxHwDoubleNthMoment((double)cimagl(z), 1);
  if (!(fabs(re - (double)creall(at)) < 1e-3 && fabs(im - (double)cimagl(at)) < 1e-3)) printf("%s: another mean\\n", name);
  if (!(UxHwDoubleNthMoment((double)creall(z), 2) > 0)) printf("%s: no spread\\n", name);
}
int main(void) {
  long double complex at = CMPLXL(0.5L, 0.3L), z = CMPLXL((long double)UxHwDoubleUniformDist(0.499, 0.501), 0.3L);
${names.map((name) => `  mean("${name}", ${name}l(z), ${name}l(at));`).join('\n')}
  mean("cpow", cpowl(z, at), cpowl(at, at));
  mean("cpow", cpowl(at, z), cpowl(at, at));
  printf("%d\\n", (int)creall(ctanl(at)));
}`;
  const { stdout, stderr } = await haze.runSource(source, { core: 'C0-S' });
  expect(stdout).toBe('100\n');
  // The parts of a complex product share their inputs, and C0-S reports this.
  const others = stderr.split('\n').filter((line) => !/share an input|notices of this kind are/.test(line));
  expect(others).toEqual(['']);
});

test('Fortran: COMPLEX(16) values have as many digits as that kind allows', async () => {
  const intrinsics = names.map((name) => name.slice(1));
  const source = `program precise
  implicit none
  integer, parameter :: wide = selected_real_kind(33)
  character(300) :: line
  character(8) :: name
  real(wide) :: x, y, re, im, a, b, unit(2)
  complex(wide) :: z, w
  integer :: status, n
  n = 0
  do
    read (*, '(a)', iostat=status) line
    if (status /= 0) exit
    read (line, *) name, x, y, re, im
    z = cmplx(x, y, wide)
    unit = spacing([re, im])
    select case (name)
${intrinsics.map((name) => `    case ('c${name}'); w = ${name}(z)`).join('\n')}
    case ('cpow')
      read (line, *) name, x, y, re, im, a, b
      w = z ** cmplx(a, b, wide)
      unit = spacing(abs(cmplx(re, im, wide)))
    end select
    n = n + 1
    if (any(abs([w%re - re, w%im - im]) > ${MOST_ULPS} * unit)) print *, name, z, w
  end do
  print '(i0)', n
end program`;
  const { stdout, stderr } = await haze.runSource(source, {
    language: 'Fortran',
    core: 'C0-Bypass',
    stdin: `${lines.join('\n')}\n`,
  });
  expect(stdout + stderr).toBe(`${lines.length}\n`);
});
