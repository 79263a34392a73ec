import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';

const PROGRAM = `module shapes
  implicit none
  integer, parameter :: table(3) = [1, 2, 3]
  integer :: total = 0
  type :: shape
    integer :: sides = 4
  contains
    procedure :: count
  end type
contains
  integer function count(self)
    class(shape), intent(in) :: self
    total = total + 1
    count = self%sides + table(mod(total, 3) + 1)
  end function
  subroutine report(text)
    character(*), intent(in) :: text
    integer, save :: calls = 0
    calls = calls + 1
    print *, text, total, table, calls
    print *, text, total, table, calls
    call inner
  contains
    subroutine inner
      print *, text
    end subroutine
  end subroutine
end module
program main
  use shapes
  type(shape) :: s
  call report('before')
  if (s%count() > 0) call report('after')
end program
`;

function divide(shortestPart: number, text = PROGRAM): readonly string[] {
  const result = compileFortran([{ path: 'main.f90', text }], { shortestPart });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.parts;
}

const linesWith = (parts: readonly string[], pattern: RegExp) =>
  parts.map((part) => part.split('\n').filter((line) => pattern.test(line)));

test('a small program is not divided', () => {
  expect(divide(48_000)).toHaveLength(1);
});

test('the parts of a large program define each function and variable once, and repeat constants with equal values', () => {
  const parts = divide(60);
  expect(parts.length).toBeGreaterThan(3);
  const definitions = linesWith(parts, /^(static |__attribute__\S+ )?\w+ shapes_MP_report\(.*\{$/).flat();
  expect(definitions).toHaveLength(1);
  expect(linesWith(parts, /^int main\(.*\{$/).flat()).toHaveLength(1);
  expect(linesWith(parts, /f_source_names\[\]/).flat()).toHaveLength(1);
  // A module variable is initialised in one part, and is declared in the parts that use it.
  const total = linesWith(parts, /shapes_V_total( = 0)?;$/).flat();
  expect(total.filter((line) => line.endsWith('= 0;'))).toHaveLength(1);
  expect(total.filter((line) => line.startsWith('extern '))).not.toHaveLength(0);
  // A variable used in only one procedure stays local to its part.
  expect(linesWith(parts, /_calls = 0;$/).flat()).toEqual([expect.stringMatching(/^static int32_t /)]);
  const constants = linesWith(parts, /^static const int32_t K\d+\[3\] = \{1, 2, 3\};$/).flat();
  expect(constants.length).toBeGreaterThan(1);
  // A single table identifies an object's type.
  const tables = linesWith(parts, / shapes_T\d+_shape_type = \{/).flat();
  expect(tables).toHaveLength(1);
});

test('names that could clash with other C code are renamed if several parts share them', () => {
  const parts = divide(60);
  const starts = linesWith(parts, /\bINITIALISE_\(/).flat();
  expect(starts.length).toBeGreaterThan(1);
  expect(linesWith(parts, /^#define INITIALISE_ SHARED_INITIALISE_$/).flat().length).toBeGreaterThan(1);
});

test('small functions of a divided program become inline functions', () => {
  const parts = divide(60);
  expect(linesWith(parts, /^inline .*\{$/).flat()).not.toEqual([]);
});
