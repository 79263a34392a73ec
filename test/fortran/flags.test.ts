// Programs whose meaning depends on a compiler flag, or that follow the standard where gfortran 12 does not.
import { beforeAll, expect, test } from 'vitest';
import type { FortranOptions } from '../../src/fortran/source/options.ts';
import { ProgramRunner } from './program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

async function output(text: string, options: FortranOptions): Promise<string> {
  return runner.run(await runner.compile('p.f90', text, options)).stdout;
}

const CRAY = `program p
  implicit none
  type pair
    integer :: a, b
  end type
  integer, target :: row(6) = [1, 2, 3, 4, 5, 6]
  integer :: grid(2, *), one
  type(pair) :: both
  character(4) :: text = 'abcd', alias
  pointer (at, grid), (place, one)
  pointer (pair_at, both), (text_at, alias)
  integer :: i
  at = loc(row)
  print *, grid(2, 2), (grid(1, i), i = 1, 3)
  place = loc(row(5))
  one = 50
  pair_at = loc(row(2))
  both%b = both%a + 7
  text_at = loc(text)
  alias(2:3) = 'XY'
  call inside
  print *, row, text
contains
  subroutine inside
    place = loc(row(1))
    one = one - 11
  end subroutine
end program
`;

test('-fcray-pointer: the pointee is at the address that the integer contains', async () => {
  expect(await output(CRAY, { crayPointers: true })).toBe(
    [
      '           4           1           3           5',
      '         -10           2           9           4          50           6 aXYd',
      '',
    ].join('\n'),
  );
});

test('without the flag, Cray pointers are rejected, and the message names the flag', async () => {
  await expect(runner.compile('p.f90', CRAY)).rejects.toThrow(
    '10:3: Cray pointers need the flag -fcray-pointer.',
  );
});

test('a Cray pointer that is also a pointee is rejected', async () => {
  const text = 'real :: x\ninteger :: p, q\npointer (p, x), (q, p)\nend\n';
  await expect(runner.compile('p.f90', text, { crayPointers: true })).rejects.toThrow(
    '1:9: "p" is the Cray pointer of "x" and cannot be a pointee too.',
  );
});

test('-fbackslash: character constants may contain escape sequences', async () => {
  const text = `character(len=*), parameter :: s = 'it\\'s\\t\\x41\\\\\\q', t = "a&
    &\\"b"
print '(a,1x,a,2i4)', s, t, len(s), ichar('\\n')
end
`;
  expect(await output(text, { backslash: true })).toBe('it\'s\tA\\\\q a"b   9  10\n');
  expect(await output(`print *, 'a\\n', len('\\t')\nend\n`, {})).toBe(' a\\n           2\n');
});

// F2018 10.2.1.3: the value is computed before the variable gets a different dynamic type and new memory.
const TYPE_CHANGE = `program p
  implicit none
  class(*), allocatable :: items(:)
  items = [1.5, 2.5, 3.5]
  items = weight(items)
  call show
  items = [character(3) :: 'a', 'b']
  items = weight(items)
  call show
contains
  elemental function weight(item) result(w)
    class(*), intent(in) :: item
    integer(8) :: w
    w = -7
    select type (item)
    type is (real)
      w = int(item) + 100
    type is (character(*))
      w = 10 * len(item) + index('abc', item(1:1))
    end select
  end function
  subroutine show
    select type (items)
    type is (integer(8))
      print '(*(i0, :, 1x))', items
    end select
  end subroutine
end program`;

test('a CLASS(*) array stores the values that an elemental function computes from the array’s elements', async () => {
  expect(await output(TYPE_CHANGE, {})).toBe('101 102 103\n31 32\n');
});

test('-fno-range-check: constants wrap around', async () => {
  const text = `integer(1), parameter :: top = 127_1 + 1_1
print *, top, 255_1, 2147483647 + 2, -2 * huge(1_2)
end
`;
  expect(await output(text, { rangeCheck: false })).toBe(' -128   -1 -2147483647      -65534\n');
  await expect(runner.compile('p.f90', text)).rejects.toThrow('overflows INTEGER(1)');
});

test('-fdec: an exponent without digits is zero', async () => {
  const text = `program p\n  print '(4f6.1)', 8e, 2.5d + .5e, 1.e, 1e1\nend program\n`;
  expect(await output(text, { dec: true })).toBe('   8.0   3.0   1.0  10.0\n');
});
