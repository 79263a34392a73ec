// Programs that -std= rejects once types are known, each with the first standard that allows it. `|` ends a line.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';
import type { FortranOptions, Standard } from '../../source/options.ts';

function errors(text: string, options: FortranOptions): string[] {
  const sources = [{ path: 'x.f90', text: `${text.replaceAll('|', '\n')}\n` }];
  const { diagnostics } = compileFortran(sources, options);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const main = (...lines: string[]): string => ['program p', ...lines, 'end program'].join('|');
const module = (...lines: string[]): string => ['module m', ...lines, 'end module'].join('|');
const HIDDEN = ['private', 'type t', 'integer :: n', 'end type'];

/** The last standard without the feature, the first standard with it, words from the error message, the program. */
const ROWS: [Standard, Standard, string, string][] = [
  ['f95', 'f2003', 'a PUBLIC variable of a PRIVATE type', module(...HIDDEN, 'type(t), public, save :: v')],
  [
    'f95',
    'f2003',
    'a PUBLIC function of a PRIVATE type',
    module(...HIDDEN, 'public :: f', 'contains', 'function f()', 'type(t) :: f', 'f%n = 1', 'end function'),
  ],
  [
    'f95',
    'f2003',
    'an argument of a PRIVATE type',
    module(
      ...HIDDEN,
      'public :: s',
      'contains',
      'subroutine s(d)',
      'type(t) :: d',
      'd%n = 1',
      'end subroutine',
    ),
  ],
  [
    'f95',
    'f2003',
    'a component of a PRIVATE type',
    module(...HIDDEN, 'type, public :: u', 'type(t) :: part', 'end type'),
  ],
  ['f95', 'f2003', 'a pointer ("x")', main('real, pointer :: x', 'namelist /n/ x')],
  [
    'f95',
    'f2003',
    'bounds are not constant ("x")',
    'subroutine s(n)|integer :: n|real :: x(n)|namelist /g/ x|x = 1|end subroutine',
  ],
  [
    'f95',
    'f2003',
    'a generic name that is also the name of a type ("t")',
    module(
      'type t',
      'integer :: n',
      'end type',
      'interface t',
      'module procedure f',
      'end interface',
      'contains',
      'function f(x)',
      'real, intent(in) :: x',
      'type(t) :: f',
      'f%n = int(x)',
      'end function',
    ),
  ],
  ['f95', 'f2003', 'a procedure pointer ("q")', main('external :: q', 'pointer :: q')],
  ['f95', 'f2003', '"min" of characters', main('print *, min("a", "b")')],
  ['f95', 'f2003', '%KIND', main('real :: x', 'real(x%kind) :: y', 'y = 1')],
  [
    'f95',
    'f2003',
    'a component name in a constructor of "t"',
    main('type t', 'integer :: n', 'end type', 'type(t) :: x', 'x = t(n=1)'),
  ],
  [
    'f95',
    'f2003',
    'a character scalar passed to the array "d"',
    main('call s("abc")', 'contains', 'subroutine s(d)', 'character :: d(*)', 'end subroutine'),
  ],
  ['f95', 'f2003', 'not of the default kind in IOSTAT=', main('integer(8) :: i', 'read (*, *, iostat=i) j')],
  ['f2003', 'f2008', 'not of the default kind in EXIST=', main('logical(1) :: l', 'inquire (5, exist=l)')],
  ['f95', 'f2003', 'SYSTEM_CLOCK with an argument', main('integer(8) :: i', 'call system_clock(i)')],
  ['f2003', 'f2008', '%RE of a complex number', main('complex :: z', 'z = 1', 'print *, z%re')],
  ['f2003', 'f2008', '"tan" of a complex number', main('print *, tan((1.0, 2.0))')],
  ['f2003', 'f2008', 'with RADIX', main('print *, selected_real_kind(6, 30, 2)')],
  ['f2003', 'f2008', '"int8" of the module', main('use iso_fortran_env, only: int8', 'print *, int8')],
  ['f2003', 'f2008', 'the intrinsic procedure "norm2"', main('intrinsic :: norm2')],
  [
    'f2003',
    'f2008',
    'a module variable without SAVE whose type has initial values ("v")',
    module('type t', 'integer :: n = 3', 'end type', 'type(t) :: v'),
  ],
  [
    'f2003',
    'f2008',
    'an internal procedure as an argument ("s")',
    main('external :: e', 'call e(s)', 'contains', 'subroutine s', 'end subroutine'),
  ],
  [
    'f2003',
    'f2008',
    'a target passed to a POINTER argument ("d")',
    main(
      'real, target :: t',
      'call s(t)',
      'contains',
      'subroutine s(d)',
      'real, pointer, intent(in) :: d',
      'end subroutine',
    ),
  ],
  [
    'f2003',
    'f2008',
    'a target whose rank is not 1',
    main('real, target :: t(2, 3)', 'real, pointer :: q(:)', 'q(1:6) => t'),
  ],
  [
    'f2003',
    'f2008',
    'an assignment to a polymorphic variable',
    main('type t', 'end type', 'class(t), allocatable :: x', 'x = t()'),
  ],
  [
    'f2003',
    'f2008',
    'VALUE without INTENT in a PURE procedure ("d")',
    'pure subroutine s(d)|real, value :: d|end subroutine',
  ],
  [
    'f2003',
    'f2008',
    'C_LOC of a pointer array or an assumed-shape array',
    main(
      'use iso_c_binding',
      'real(c_float), pointer :: a(:)',
      'type(c_ptr) :: c',
      'allocate (a(3))',
      'c = c_loc(a)',
    ),
  ],
  [
    'f2008',
    'f2018',
    'OPTIONAL for an argument of a BIND(C) procedure',
    'subroutine s(d) bind(c)|real, optional :: d|end subroutine',
  ],
  ['f2008', 'f2018', 'an assumed type', 'subroutine s(d)|type(*) :: d|end subroutine'],
  ['f2008', 'f2018', 'a STOP code that is not constant', main('i = 3', 'stop i')],
];

test.each(ROWS)('rejected by %s, accepted by %s: %s', (before, since, words, text) => {
  expect(errors(text, { standard: before }).join('\n')).toContain(words);
  expect(errors(text, { standard: since })).toEqual([]);
  expect(errors(text, {})).toEqual([]);
});

test.each([
  ['an initial value for a variable in COMMON', main('common /c/ i', 'integer :: i = 3')],
  ['PRINT of a namelist', main('namelist /n/ i', 'i = 3', 'print n')],
  ['between numbers and LOGICAL', main('i = .true.')],
  ['%VAL', main('external :: s', 'call s(%val(3))')],
  ['uses its own variable ("i")', main('i = 1', 'print *, (/(i, i=i, 3)/)')],
  ['not of kind C_BOOL ("d")', 'subroutine s(d) bind(c)|logical :: d|end subroutine'],
])('only GNU Fortran accepts %s', (words, text) => {
  expect(errors(text, { standard: 'f2018' }).join('\n')).toContain(words);
  expect(errors(text, {})).toEqual([]);
});

test('a FORTRAN 95 STOP code has at most five digits', () => {
  expect(errors(main('stop 123456'), { standard: 'f95' })).toEqual([expect.stringContaining('123456')]);
  expect(errors(main('stop 12345'), { standard: 'f95' })).toEqual([]);
});

test('with -fno-realloc-lhs, a polymorphic variable cannot be assigned', () => {
  const text = main('type t', 'end type', 'class(t), allocatable :: x', 'allocate (x)', 'x = t()');
  expect(errors(text, { reallocate: false })).toEqual([expect.stringContaining('6 An assignment')]);
  expect(errors(text, {})).toEqual([]);
});

test.each([
  ['stop [1, 2]', 'A STOP code must be'],
  [
    'integer(8) :: j|assign 10 to j|10 continue',
    '"j" must be a scalar default integer to be assigned a label',
  ],
  ['if (.true.) 10, 10, 10|10 continue', 'An arithmetic IF needs'],
  ['intrinsic :: nothing', 'There is no intrinsic procedure "nothing"'],
  ['integer, parameter :: n = 3|print *, [(n, n=1, 3)]', '"n" is a constant'],
])('%s: %s', (lines, words) => {
  expect(errors(main(lines), {}).join('\n')).toContain(words);
});

test('without -std=, a sign is accepted after an operator, and so is .XOR.', () => {
  const text = main('integer :: i = 2', 'logical :: l = .true.', 'i = i - -i', 'l = l .xor. l');
  expect(errors(text, {})).toEqual([]);
  expect(errors(text, { standard: 'f2018' })).toEqual([
    '4 The standard does not allow "-" directly after an operator: use parentheses.',
    '5 The operator XOR is not defined for LOGICAL(4) and LOGICAL(4).',
  ]);
});
