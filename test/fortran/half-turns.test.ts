// ACOSPI, ASINPI, ATANPI and ATAN2PI of Fortran 2023, which GNU Fortran 12 does not have: angles in half turns. The values
// are those of the closed forms.
import { beforeAll, expect, test } from 'vitest';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';
import { ProgramRunner } from './program-runner.ts';

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

test('inverse functions give half turns', () => {
  const { status, stdout, stderr } = runner.run(runner.compile('angles.f90', TEXT));
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

test.each([
  ['acospi(2.0)', 'The argument must be from -1 to 1; it is 2 in "acospi".'],
  ['atanpi((1.0, 0.0))', 'The argument of "atanpi" must be real; this is COMPLEX(4).'],
])('%s is refused', (call, why) => {
  const result = compileFortran([{ path: 'x.f90', text: `print *, ${call}\nend\n` }]);
  expect(result.ok).toBe(false);
  expect(result.diagnostics.map((d) => d.message)).toEqual([why]);
});

test('a standard before Fortran 2023 does not have them', () => {
  const text = 'implicit none\nprint *, acospi(0.5)\nend\n';
  const compile = (standard: 'f2018' | 'f2023') => compileFortran([{ path: 'x.f90', text }], { standard });
  expect(compile('f2018').diagnostics.map((d) => d.message)).toEqual([
    'Fortran 2023: the intrinsic procedure "acospi" is not Fortran as -std=f2018 asks for it.',
  ]);
  expect(compile('f2023').ok).toBe(true);
});
