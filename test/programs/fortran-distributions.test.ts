// Distributions passed through Fortran's intrinsic functions, especially across kinks. Each expression uses every
// variable once, so the core's result has the same mean and standard deviation as many plain draws of the expression.
import { describe, expect, test } from 'vitest';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

// Uniform variables whose supports contain entire kinks and steps.
const SUPPORTS = {
  x: [-1.3, 2.1],
  y: [-0.5, 1],
  p: [0.3, 2.7],
  q: [1.1, 1.9],
  h: [0.1, 0.8],
  w: [-100, 200],
};

const EXPRESSIONS = [
  'max(x, 0.4_k)',
  'max(0.4_k, x)',
  'max(x, y, 0.2_k)',
  'min(x, 0.4_k)',
  'min(x, y)',
  'dim(x, 0.5_k)',
  'dim(0.5_k, x)',
  'dim(x, y)',
  'mod(x, 0.5_k)',
  'modulo(x, 0.5_k)',
  'modulo(x, -0.5_k)',
  'abs(x)',
  'abs(-x)',
  'sign(x, -1.0_k)',
  'sign(1.5_k, x)',
  'sign(x, y)',
  'ieee_copy_sign(p, x)',
  'aint(x)',
  'anint(x)',
  'ieee_rint(x)',
  'ieee_rint(x, ieee_up)',
  'ieee_logb(p)',
  'ieee_rem(x, 0.7_k)',
  'nearest(x, 1.0_k)',
  'fraction(p)',
  'fraction(x)',
  'set_exponent(p, 3)',
  'spacing(p)',
  'rrspacing(p)',
  'scale(x, 2)',
  'maxval([x, y, 0.1_k])',
  'minval([x, y, 0.1_k])',
  'sum(maxval(reshape([x, y, 0.1_k, 0.3_k], [2, 2]), dim=1))',
  'maxval([p, x, y], mask=[.false., .true., .true.])',
  'minval([x])',
  'norm2([x])',
  'norm2([x, 2.0_k])',
  'norm2([x, y])',
  'norm2([3.0_k, x, 2.0_k, y])',
  'sum([x, y, p])',
  'product([x, y])',
  'dot_product([x, y], [1.0_k, 2.0_k])',
  'merge(x, y, .true.)',
  'hypot(x, y)',
  'hypot(x, 3.0_k)',
  'abs(cmplx(x, y, k))',
  'abs(cmplx(x, 2.0_k, k))',
  'x**2',
  'x**3',
  'x**4',
  'p**(-2)',
  'p**x',
  'sqrt(p)',
  'exp(x)',
  'log(p)',
  'log10(p)',
  'sin(x)',
  'cos(x)',
  'tan(h)',
  'asin(h)',
  'acos(h)',
  'atan(x)',
  'atan2(x, y)',
  'sinh(x)',
  'cosh(x)',
  'tanh(x)',
  'asinh(x)',
  'acosh(q)',
  'atanh(h)',
  'erf(x)',
  'erfc(x)',
  'gamma(p)',
  'log_gamma(p)',
  'sind(w)',
  'cosd(w)',
  'tand(x)',
  'asind(h)',
  'acosd(h)',
  'atand(x)',
  'atan2d(x, y)',
  'cotan(p)',
  'cotand(p)',
  'acospi(h)',
  'asinpi(h)',
  'atanpi(x)',
  'atan2pi(x, y)',
  'sinpi(h)',
  'cospi(h)',
  'tanpi(x / 8)',
];
// The library has no Bessel functions for REAL(16).
const BESSEL = ['bessel_j0(x)', 'bessel_j1(x)', 'bessel_y1(p)', 'bessel_jn(2, p)', 'bessel_yn(2, p)'];

const DRAWS = 20_000;

const assignments = (value: (low: number, high: number, i: number) => string): string =>
  Object.entries(SUPPORTS)
    .map(([name, [low, high]], i) => `${name} = real(${value(low!, high!, i + 1)}, k)`)
    .join('\n');

function programOf(
  kind: number,
  expressions: readonly string[],
  setUp: string,
  loop: string,
  show: string,
): string {
  return `program all
use uxhw
use ieee_arithmetic
implicit none
integer, parameter :: k = ${kind}
real(k) :: ${Object.keys(SUPPORTS).join(', ')}
real(8) :: u(${Object.keys(SUPPORTS).length}), total(${expressions.length}) = 0, squares(${expressions.length}) = 0
integer :: n, seed(100) = 7
call random_seed(put=seed)
${loop}
${setUp}
${expressions.map((e, i) => `call show(${i + 1}, ${e})`).join('\n')}
end do
${
  show === ''
    ? ''
    : `do n = 1, size(total)
print *, total(n) / ${DRAWS}, sqrt(squares(n) / ${DRAWS} - (total(n) / ${DRAWS})**2)
end do`
}
contains
subroutine show(i, value)
integer, intent(in) :: i
real(k), intent(in) :: value
${show === '' ? 'print *, real(value, 8)' : show}
end subroutine
end program
`;
}

interface Moments {
  mean: number;
  deviation: number;
}

function momentsOf(line: string): Moments {
  const text = /Ux[0-9A-F]+/.exec(line)?.[0];
  if (text === undefined) return { mean: Number(line), deviation: 0 };
  const { positions, masses } = parseUx(text);
  const average = (of: (x: number) => number) => positions.reduce((sum, x, i) => sum + masses[i]! * of(x), 0);
  const mean = average((x) => x);
  return { mean, deviation: Math.sqrt(average((x) => (x - mean) ** 2)) };
}

async function linesOf(source: string, core: string): Promise<string[]> {
  const { stdout, stderr } = await haze.runSource(source, { core, language: 'Fortran' });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

describe.each([4, 8, 16])('REAL(%i)', (kind) => {
  const expressions = kind === 16 ? EXPRESSIONS : [...EXPRESSIONS, ...BESSEL];
  test('every intrinsic has the same moments as plain draws', async () => {
    const drawn = programOf(
      kind,
      expressions,
      `call random_number(u)\n${assignments((low, high, i) => `${low}d0 + u(${i}) * ${high - low}d0`)}`,
      `do n = 1, ${DRAWS}`,
      'total(i) = total(i) + real(value, 8)\nsquares(i) = squares(i) + real(value, 8)**2',
    );
    const spread = programOf(
      kind,
      expressions,
      assignments((low, high) => `ux_uniform(${low}d0, ${high}d0)`),
      'do n = 1, 1',
      '',
    );
    const truth = (await linesOf(drawn, 'C0-Bypass')).map((line) => line.trim().split(/\s+/).map(Number));
    const values = (await linesOf(spread, 'C0-M')).map(momentsOf);
    const wrong = expressions.filter((_, i) => {
      const [mean, deviation] = truth[i]!;
      const value = values[i]!;
      const fits =
        Math.abs(value.mean - mean!) <= 0.04 * deviation! &&
        Math.abs(value.deviation - deviation!) <= 0.04 * deviation!;
      return !fits;
    });
    expect(wrong).toEqual([]);
  });
});

test('unsupported functions of distributions are rejected', async () => {
  const program = (expression: string): string => `use uxhw
real(8) :: x, y
x = ux_uniform(-1d0, 2d0)
y = ux_uniform(1d0, 2d0)
print *, ${expression}
end
`;
  const run = (expression: string) =>
    haze.runSource(program(expression), { core: 'C0-M', language: 'Fortran' });
  expect((await run('modulo(x, y)')).stderr).toMatch(/MODULO by a distribution is supported only if/);
  expect((await run('erfc_scaled(x)')).stderr).toMatch(/ERFC_SCALED of a distribution is not supported/);
  expect((await run('modulo(y, ux_uniform(3d0, 4d0))')).stderr).toBe('');
});

test('parts of objects with type parameters, and of DEC structures, hold distributions', async () => {
  const source = `use uxhw
implicit none
type :: vector(k, n)
  integer, kind :: k = 8
  integer, len :: n
  real(k) :: first
  real(k) :: rest(n)
end type
structure /reading/
  integer id
  union
    map
      real*8 value
    end map
    map
      integer*4 halves(2)
    end map
  end union
end structure
type(vector(8, 2)) :: v, copy
type(vector(4, 1)) :: single
record /reading/ r, readings(2)
v%first = ux_uniform(0d0, 1d0)
v%rest = [ux_uniform(2d0, 4d0), 1d0]
copy = v
v%rest = 0
print *, copy%first
print *, sum(copy%rest)
single%rest(1) = real(copy%first, 4)
print *, single%rest(1)
r.value = copy%rest(1)
readings(2) = r
r.value = 0
print *, 2 * readings(2).value
end
`;
  const { stdout, stderr } = await haze.runSource(source, {
    core: 'C0-M',
    language: 'Fortran',
    flags: ['-fdec'],
  });
  expect(stderr).toBe('');
  const moments = stdout.trimEnd().split('\n').map(momentsOf);
  // A uniform distribution of width w has the standard deviation w / sqrt(12).
  const expected = [
    [0.5, 1],
    [4, 2],
    [0.5, 1],
    [6, 4],
  ] as const;
  expected.forEach(([mean, width], i) => {
    expect(moments[i]!.mean).toBeCloseTo(mean, 2);
    expect(moments[i]!.deviation).toBeCloseTo(width / Math.sqrt(12), 2);
  });
});

test.each([
  ['long double', 'fabsl', 'copysignl'],
  ['_Float128', '__builtin_fabsf128', '__builtin_copysignf128'],
])('C computes the sign of %s correctly', async (type, fabs, copysign) => {
  const source = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  ${type} x = UxHwDoubleUniformDist(-1, 3);
  printf("%f\\n%f\\n", (double)${fabs}(x), (double)${copysign}(2, x));
}
`;
  const { stdout } = await haze.runSource(source, { core: 'C0-M' });
  const [size, sign] = stdout.trimEnd().split('\n').map(momentsOf);
  expect(size!.mean).toBeCloseTo(1.25, 2);
  expect(sign!.mean).toBeCloseTo(1, 1);
});
