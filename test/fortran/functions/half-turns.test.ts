// Fortran 2023's ACOSPI, ASINPI, ATANPI, ATAN2PI, COSPI, SINPI and TANPI, which measure angles in half turns and which
// GNU Fortran 12 lacks. The values follow from closed forms.
import { beforeAll, expect, test } from 'vitest';
import { compileFortran } from '../../../src/fortran/compile-fortran.ts';
import { ProgramRunner } from '../program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

const TEXT = `program angles
  implicit none
  real(8) :: half = 0.5d0, one = 1, zero = 0, list(3)
  print '(4f9.5)', acospi(half), asinpi(half), atanpi(one), atan2pi(one, -one)
  print '(3f9.5)', acospi(-one), asinpi(-one), atan2pi(zero, -one)
  list = acospi([-0.5d0, 0d0, 1d0])
  print '(3f9.5)', list
  print '(2f9.5)', acospi(real(half, 4)), acospi(real(half, 16))
  print '(2i3)', kind(atanpi(1.0)), kind(atan2pi(1.0_16, 1.0_16))
  print '(es10.3)', abs(acospi(0.3d0) - acos(0.3d0) / acos(-1d0))
end program
`;

test('inverse functions return half turns', async () => {
  const { status, stdout, stderr } = runner.run(await runner.compile('angles.f90', TEXT));
  expect(`${status} ${stderr}`).toBe('0 ');
  const rows = stdout.split('\n').map((line) => line.trim().split(/ +/).map(Number));
  expect(rows.slice(0, 5)).toEqual([
    [0.33333, 0.16667, 0.25, 0.75],
    [1, -0.5, 1],
    [0.66667, 0.5, 0],
    [0.33333, 0.33333],
    [4, 16],
  ]);
  expect(rows[5]![0]).toBeLessThan(2e-16);
});

test('half-turn functions are exact at multiples of one half, however large the argument', async () => {
  const text = `program angles
  implicit none
  real(8) :: x(9) = [0d0, 0.5d0, 1d0, 1.5d0, -0.5d0, 1d15 + 0.5d0, -1d0, 0.25d0, 1d0 / 6]
  integer :: i
  print '(9f10.5)', sinpi(x)
  print '(9f10.5)', cospi(x)
  print '(9f10.5)', tanpi(x)
  print '(3f9.5)', sinpi(0.5), cospi(1.0_16), tanpi(0.25_16)
  print '(3i3)', kind(sinpi(0.5)), kind(cospi(0.5d0)), kind(tanpi(0.5_16))
  print '(l1)', abs(sinpi(1 - epsilon(x) / 2) / (acos(-1d0) * epsilon(x) / 2) - 1) < 4 * epsilon(x)
  print '(l1)', all(abs([(sinpi(i / 64d0) - sin(i * acos(-1d0) / 64), i = 1, 64)]) < 1d-15)
end program
`;
  const { status, stdout, stderr } = runner.run(await runner.compile('angles.f90', text));
  expect(`${status} ${stderr}`).toBe('0 ');
  const rows = stdout.split('\n').map((line) => line.trim().split(/ +/));
  expect(rows.slice(0, 5)).toEqual([
    ['0.00000', '1.00000', '0.00000', '-1.00000', '-1.00000', '1.00000', '-0.00000', '0.70711', '0.50000'],
    ['1.00000', '0.00000', '-1.00000', '0.00000', '0.00000', '0.00000', '-1.00000', '0.70711', '0.86603'],
    [
      '0.00000',
      'Infinity',
      '0.00000',
      '-Infinity',
      '-Infinity',
      'Infinity',
      '-0.00000',
      '1.00000',
      '0.57735',
    ],
    ['1.00000', '-1.00000', '1.00000'],
    ['4', '8', '16'],
  ]);
  expect(rows.slice(5, 7)).toEqual([['T'], ['T']]);
});

test('SELECTED_LOGICAL_KIND gives the smallest kind with enough bits, as a constant and at run time', async () => {
  const text = `program kinds
  implicit none
  integer :: i, list(7) = [-1, 1, 8, 9, 33, 64, 65]
  logical(selected_logical_kind(40)) :: l
  print '(*(i0, 1x))', kind(l), (selected_logical_kind(list(i)), i = 1, 7), selected_logical_kind(bits=17_8)
end program
`;
  const { stdout } = runner.run(await runner.compile('kinds.f90', text));
  expect(stdout).toBe('8 1 1 1 2 8 8 -1 4\n');
});

test.each([
  ['sinpi((1.0, 0.0))', 'The argument of "sinpi" must be real; this is COMPLEX(4).'],
  ['acospi(2.0)', 'The argument of "acospi" must be from -1 to 1, not 2.'],
  ['atanpi((1.0, 0.0))', 'The argument of "atanpi" must be real; this is COMPLEX(4).'],
])('%s is refused', (call, why) => {
  const result = compileFortran([{ path: 'x.f90', text: `print *, ${call}\nend\n` }]);
  expect(result.ok).toBe(false);
  expect(result.diagnostics.map((d) => d.message)).toEqual([why]);
});

test('half-turn functions do not exist in standards before Fortran 2023', () => {
  const text = 'implicit none\nprint *, acospi(0.5)\nend\n';
  const compile = (standard: 'f2018' | 'f2023') => compileFortran([{ path: 'x.f90', text }], { standard });
  expect(compile('f2018').diagnostics.map((d) => d.message)).toEqual([
    'Fortran 2023: the intrinsic procedure "acospi" is not allowed with -std=f2018.',
  ]);
  expect(compile('f2023').ok).toBe(true);
});
