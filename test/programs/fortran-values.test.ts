// Values in Fortran programs: published numbers in the output, and values read back through READ, in every precision
// and every form of input and output.
import { expect, test } from 'vitest';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();
const run = (source: string, core: string) => haze.runSource(source, { core, language: 'Fortran' });

const LIFT = `program lift_of_a_wing
  use uxhw
  implicit none
  real(8) :: k = 1.389845d0, rho, v, lift
  rho = ux_uniform(1.21275d0, 1.23725d0)
  v = ux_gauss(29.01696d0, 0.2901696d0)
  lift = 0.5d0*rho*v**2*k
  print '(f10.6)', lift
  print '(1x,es22.14)', lift
  print *, lift
end program
`;

// The particle is 0.5·1.225·29.01696²·1.389845. Table A of the specification of the cores' arithmetic: moments 1 to 4
// by number of deltas.
const TABLE_A = [
  ['C0-XS', '716.835513 220.969401 110.173271 138338.298592'],
  ['C0-S', '716.835733 222.091034 113.959879 144171.186810'],
  ['C0-M', '716.835805 222.462051 116.178221 146696.886020'],
  ['C0-L', '716.835829 222.584264 117.199216 147741.437672'],
  ['C0-XL', '716.835837 222.625219 117.592641 148170.839522'],
] as const;

function momentsOf(line: string): string {
  const { positions, masses } = parseUx(line.trimStart());
  const sum = (of: (x: number) => number): number =>
    positions.reduce((total, x, i) => total + masses[i]! * of(x), 0);
  const mean = sum((x) => x);
  const central = [2, 3, 4].map((n) => sum((x) => (x - mean) ** n));
  return [mean, ...central].map((moment) => moment.toFixed(6)).join(' ');
}

test.each(TABLE_A)(
  'lift on %s has the published moments in formatted and list-directed output',
  async (core, moments) => {
    const lines = (await run(LIFT, core)).stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.slice(0, line.indexOf('Ux')))).toEqual([
      '716.764165',
      '   7.16764164597939E+02',
      '   716.76416459793927',
    ]);
    expect(lines.map(momentsOf)).toEqual([moments, moments, moments]);
  },
);

test('values survive formatted, list-directed and NAMELIST files, in both precisions and as complex numbers', async () => {
  const { stdout, stderr } = await run(
    `program back
  use uxhw
  implicit none
  real(8) :: x, y
  real(4) :: s, t
  complex(8) :: z, w
  complex(4) :: c, d
  namelist /values/ x, s, z
  x = ux_gauss(2.0d0, 0.25d0)
  s = ux_uniform(1.0, 3.0)
  z = cmplx(ux_uniform(0.0d0, 2.0d0), 1.5d0, 8)
  c = cmplx(1.0, ux_uniform(2.0, 4.0))
  open (10, status='scratch')
  write (10, *) x, s, z, c
  write (10, '(f6.2,2es14.6,3f8.4,a)') x, s, z, c, '#'
  write (10, values)
  rewind 10
  read (10, *) y, t, w, d
  call compare
  y = 0; t = 0; w = 0; d = 0
  read (10, '(f6.2,2es14.6,3f8.4)') y, t, w, d
  call compare
  x = 0; s = 0; z = 0
  read (10, values)
  call compare
contains
  logical function same(a, b)
    real(8), intent(in) :: a, b
    same = abs(ux_nth_moment(a, 2) - ux_nth_moment(b, 2)) < 1d-6 .and. ux_nth_moment(a, 2) > 0 &
      .and. abs(ux_particle(a) - ux_particle(b)) < 1d-6
  end function
  subroutine compare
    print *, same(x, y), same(real(s, 8), real(t, 8)), same(real(z), real(w)), &
      aimag(z) == aimag(w), same(real(aimag(c), 8), real(aimag(d), 8)), real(c) == real(d)
  end subroutine
end program
`,
    'C0-XS',
  );
  expect([stdout, stderr]).toEqual([' T T T T T T\n'.repeat(3), '']);
});

test('columns are counted without Ux text, on input and on output', async () => {
  const { stdout } = await run(
    `program columns
  use uxhw
  implicit none
  real(8) :: x
  integer :: i, j
  character(4) :: name
  character(20) :: line
  x = ux_uniform(1.0d0, 3.0d0)
  open (10, status='scratch')
  write (10, '(a4,f8.3,i3,t20,i2)') 'name', x, 12, 34
  rewind 10
  read (10, '(t13,i3,t20,i2,tl21,a4)') i, j, name
  print *, i, j, name
  rewind 10
  read (10, '(a20)') line
  print *, line
  rewind 10
  read (10, '(a4,f8.3)') name, x
  print *, ux_support_max(x) > 2.5d0
end program
`,
    'C0-XS',
  );
  expect(stdout).toBe('          12          34 name\n name   2.000 12    3\n T\n');
});

test('direct-access records contain the Ux texts that fit, and backward tabs keep untouched values', async () => {
  const { stdout, stderr } = await run(
    `program places
  use uxhw
  implicit none
  real(8) :: x, y, a, b, c
  x = ux_uniform(1.0d0, 3.0d0)
  y = ux_uniform(5.0d0, 6.0d0)
  open (10, status='scratch', access='direct', form='formatted', recl=2500)
  write (10, '(f8.3,a)', rec=2) x, '|'
  write (10, '(t20,f8.3,t1,f8.3)', rec=1) y, x
  read (10, '(f8.3,t20,f8.3)', rec=1) a, b
  read (10, '(f8.3)', rec=2) c
  print *, spread_of(a), spread_of(b), spread_of(c)
  close (10)
  open (10, status='scratch', access='direct', form='formatted', recl=20)
  write (10, '(f8.3,a)', rec=1) x, '|'
  close (10)
  open (10, status='scratch')
  write (10, '(t20,f8.3,t1,f8.3,t40,a)') y, x, 'end'
  write (10, '(f8.3,t3,f8.3,t20,f8.3)') x, y, x
  write (10, '(t20,f8.3,t1,a,t20,2x,a)') x, 'label', ' '
  rewind 10
  read (10, '(f8.3,t20,f8.3)') a, b
  print *, spread_of(a), spread_of(b)
  read (10, '(t3,f8.3,t20,f8.3)') a, b
  print *, spread_of(a), spread_of(b)
  read (10, '(t20,f8.3)') a
  print *, spread_of(a)
contains
  integer function spread_of(v)
    real(8), intent(in) :: v
    spread_of = nint(ux_support_max(v) - ux_support_min(v))
  end function
end program
`,
    'C0-XS',
  );
  expect(stdout.split('\n').map((line) => line.trim().split(/ +/).map(Number))).toEqual([
    [2, 1, 2],
    [2, 1],
    [1, 2],
    [2],
    [0],
  ]);
  expect(stderr).toMatch(
    /^haze: line 15 of main\.f90: the texts of distributions do not fit in a record of 20 characters \(\d+ are needed\)/,
  );
});

// The library multiplies matrices of any shape, including small matrices in unoptimised programs.
const PRODUCT = `program product_of_matrices
  use uxhw
  implicit none
  real(8), allocatable :: a(:, :), b(:, :), c(:, :)
  real(8) :: d(2, 2), e(2, 2), f(2, 2)
  integer :: i, j, k
  allocate (a(2, 2), b(2, 2))
  do j = 1, 2
    do i = 1, 2
      a(i, j) = ux_gauss(1d0*i, 0.25d0*j)
      b(i, j) = ux_uniform(1d0*j, 2d0*i + j)
    end do
  end do
  c = matmul(a, transpose(b))
  d = a
  e = b
  f = matmul(d, transpose(e))
  do j = 1, 2
    do i = 1, 2
      print *, c(i, j)
      print *, f(i, j)
      print *, sum_of(i, j)
    end do
  end do
contains
  real(8) function sum_of(i, j)
    integer, intent(in) :: i, j
    sum_of = 0
    do k = 1, 2
      sum_of = sum_of + a(i, k)*b(j, k)
    end do
  end function
end program
`;

test.each([
  ['C0-S', '-O0'],
  ['C0-S', '-O2'],
  ['C0-S+', '-O0'],
  ['C0-S+', '-O2'],
])('MATMUL has the distributions of the equivalent sums on %s with %s', async (core, flag) => {
  const { stdout, stderr } = await haze.runSource(PRODUCT, { core, language: 'Fortran', flags: [flag] });
  const lines = stdout.trim().split(/\s+/);
  expect(lines, stderr).toHaveLength(12);
  for (let at = 0; at < lines.length; at += 3) {
    expect(parseUx(lines[at]!).positions.length).toBeGreaterThan(8);
    expect(lines.slice(at, at + 2)).toEqual([lines[at + 2], lines[at + 2]]);
  }
});
