// Absent optional dummies passed as optional arguments of intrinsic functions (Fortran 2018, 15.5.2.12), in cases
// where gfortran 12 reads memory that does not exist.
import { beforeAll, expect, test } from 'vitest';
import { ProgramRunner } from '../program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

test('ISHFTC without SIZE rotates all bits', async () => {
  const source = `module m
contains
  elemental integer function rotate(i, shift, size_)
    integer, intent(in) :: i, shift
    integer, intent(in), optional :: size_
    rotate = ishftc(i, shift=shift, size=size_)
  end function
  elemental integer(1) function rotate_byte(i, shift, size_)
    integer(1), intent(in) :: i
    integer, intent(in) :: shift
    integer, value, optional :: size_
    rotate_byte = ishftc(i, shift, size_)
  end function
end module
program p
  use m
  print '(*(i0, 1x))', rotate(127, 1), rotate([-127, 3], 1), rotate(127, 1, 7), rotate(65, 1, 7)
  print '(*(i0, 1x))', rotate_byte(127_1, 1), rotate_byte(65_1, 1, 7)
end program
`;
  // 127 has its seven lowest bits set. -127 consists of leading ones followed by 1000 0001, so its highest bit is
  // shifted in from the right.
  expect(runner.run(await runner.compile('p.f90', source)).stdout).toBe('254 -253 6 127 3\n-2 3\n');
});
