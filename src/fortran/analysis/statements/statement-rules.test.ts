// Invalid statements and initial values, each paired with a valid one.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';

function errors(lines: readonly string[]): string[] {
  const { diagnostics } = compileFortran([{ path: 'x.f90', text: `${lines.join('\n')}\n` }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const main = (...lines: string[]): string[] => ['program main', ...lines, 'end program'];
const module = (...lines: string[]): string[] => ['module m', ...lines, 'end module'];

/** Rejected programs, with the line and part of the error message, and accepted programs. */
const PAIRS: [string, string[], string, string[]][] = [
  // storage
  [
    'EQUIVALENCE of a single object',
    main('equivalence (x)'),
    '2 EQUIVALENCE needs at least two variables',
    main('equivalence (x, y)', 'x = 1'),
  ],
  [
    'EQUIVALENCE of a target',
    main('real, target :: x', 'equivalence (x, y)'),
    '3 "x" is not allowed in EQUIVALENCE: it has TARGET',
    main('real :: x', 'equivalence (x, y)', 'x = 1'),
  ],
  [
    'EQUIVALENCE with a substring that is out of range',
    main('character(3) :: a, b', 'equivalence (a(2:4), b)'),
    '3 The substring of "a" extends beyond its 3 character(s)',
    main('character(3) :: a, b', 'equivalence (a(2:3), b)', 'a = "x"'),
  ],
  [
    'DATA for elements outside the array',
    main('integer :: a(3)', 'data (a(i), i = 2, 4) /1, 2, 3/'),
    '3 The subscript 4',
    main('integer :: a(3)', 'data (a(i), i = 1, 3) /1, 2, 3/', 'print *, a'),
  ],
  [
    'DATA for a substring that is out of range',
    main('character :: a', 'data a(1:2) /"xy"/'),
    '3 The substring 1:2',
    main('character :: a', 'data a(1:1) /"x"/', 'print *, a'),
  ],
  [
    'DATA with a variable as a value',
    main('integer :: a, b', 'data a /b/'),
    '3 A value in DATA must be constant: "b" is a variable',
    main('integer, parameter :: b = 2', 'integer :: a', 'data a /b/', 'print *, a'),
  ],
  [
    'DATA for an initialised variable',
    main('integer :: a = 1', 'data a /2/'),
    '3 "a" already has an initial value',
    main('integer :: a', 'data a /2/', 'print *, a'),
  ],
  [
    'BLOCK DATA with a variable outside of COMMON',
    ['block data d', 'data i /1/', 'end block data'],
    '2 "i" is not in COMMON',
    ['block data d', 'common /c/ i', 'data i /1/', 'end block data'],
  ],
  [
    'DATA for an allocatable component',
    main('type t', 'integer, allocatable :: a(:)', 'end type', 'type(t) :: x', 'data x%a(1) /1/'),
    '6 DATA cannot initialise an ALLOCATABLE object',
    main('type t', 'integer :: a(1)', 'end type', 'type(t) :: x', 'data x%a(1) /1/', 'print *, x%a'),
  ],
  // input and output
  [
    'a constant in IOSTAT=',
    main('write (*, *, iostat=1) 2'),
    'IOSTAT= stores a value',
    main('write (*, *, iostat=i) 2'),
  ],
  [
    'a number in IOMSG=',
    main('open (1, iomsg=i)'),
    '2 IOMSG= needs a character variable',
    main('character(9) :: c', 'open (1, iomsg=c)'),
  ],
  [
    'a specifier whose value is an array',
    main('open (1, status=["old"])'),
    'STATUS= needs a scalar',
    main('open (1, status="old")'),
  ],
  [
    'a file name that is an array but not a variable',
    main('open (1, file=["a", "b"])'),
    'FILE= needs a scalar',
    main('character(1) :: name(2)', 'open (1, file=name)'),
  ],
  [
    'characters in POS=',
    main('character(9) :: c', 'write (c, *, pos=2) 1'),
    '3 An internal file cannot have POS= or REC=',
    main('write (1, *, pos=2) 1'),
  ],
  [
    'POS= together with REC=',
    main('write (1, pos=2, rec=1) 1'),
    'POS= and REC= are mutually exclusive',
    main('write (1, rec=1) 1'),
  ],
  [
    'END= in WRITE',
    main('write (1, *, end=9) 1', '9 continue'),
    '2 END= is not allowed in WRITE',
    main('read (1, *, end=9) i', '9 continue'),
  ],
  [
    'an unknown value in ADVANCE=',
    main('write (*, "(a)", advance="y") "a"'),
    'ADVANCE= is YES or NO, not "y"',
    main('write (*, "(a)", advance="No") "a"'),
  ],
  [
    'an internal file without a format',
    main('character(9) :: c', 'write (c) 1'),
    '3 Unformatted input and output need a file',
    main('character(9) :: c', 'write (c, *) 1'),
  ],
  [
    'WRITE without a unit',
    main('write (fmt="(a)") "a"'),
    '2 WRITE needs a unit',
    main('write (unit=*, fmt="(a)") "a"'),
  ],
  [
    'INQUIRE of the unit -1',
    main('logical :: e', 'inquire (unit=-1, exist=e)'),
    '3 Invalid unit number -1',
    main('logical :: e', 'inquire (unit=1, exist=e)'),
  ],
  [
    'NEWUNIT= without a file',
    main('open (newunit=i)'),
    '2 NEWUNIT= needs FILE=',
    main('open (newunit=i, status="scratch")'),
  ],
  ['a comma without an item', main('print *,'), '2 Expected an item after the comma', main('print *')],
  [
    'a number as a format',
    main('print int(1.5)'),
    '2 A format must be a character value',
    main('character(4) :: f = "(i1)"', 'print f, 1'),
  ],
  [
    'reading a namelist that contains an INTENT(IN) argument',
    ['subroutine s(x)', 'integer, intent(in) :: x', 'namelist /n/ x', 'read (*, n)', 'end subroutine'],
    '4 "x" of the namelist "n" has INTENT(IN)',
    ['subroutine s(x)', 'integer, intent(in) :: x', 'namelist /n/ x', 'write (*, n)', 'end subroutine'],
  ],
  // control
  [
    'a statement in a module',
    module('stop'),
    '2 A module can contain only declarations and procedures',
    module('integer :: i'),
  ],
  [
    'SELECT CASE of an array',
    main('integer :: a(2) = 1', 'select case (a)', 'case (1)', 'end select'),
    '3 SELECT CASE needs a scalar',
    main('integer :: a(2) = 1', 'select case (a(1))', 'case (1)', 'end select'),
  ],
  [
    'the same logical case twice',
    main('logical :: l = .true.', 'select case (l)', 'case (.true.)', 'case (.true.)', 'end select'),
    '5 This case overlaps an earlier case',
    main('logical :: l = .true.', 'select case (l)', 'case (.true.)', 'case (.false.)', 'end select'),
  ],
  [
    'an index of FORALL in the bounds of the same FORALL',
    main('real :: a(3, 3)', 'forall (i = 1:3, j = 1:i) a(i, j) = 0'),
    '"i" is an index of this statement',
    main('real :: a(3, 3)', 'forall (i = 1:3, j = 1:3) a(i, j) = 0'),
  ],
  [
    'a step of zero in FORALL',
    main('real :: a(3)', 'forall (i = 1:3:0) a(i) = 0'),
    'The step cannot be zero',
    main('real :: a(3)', 'forall (i = 1:3:2) a(i) = 0'),
  ],
  [
    'a FORALL mask that is an array',
    main('real :: a(3)', 'logical :: l(3) = .true.', 'forall (i = 1:3, l) a(i) = 0'),
    'The mask must be a logical scalar',
    main('real :: a(3)', 'logical :: l(3) = .true.', 'forall (i = 1:3, l(i)) a(i) = 0'),
  ],
  [
    'TYPE IS with a type that is not an extension',
    module(
      'type t',
      'end type',
      'contains',
      'subroutine s(x)',
      'class(t) :: x',
      'select type (x)',
      'type is (integer)',
      'end select',
      'end subroutine',
    ),
    'can never have the type INTEGER',
    module(
      'contains',
      'subroutine s(x)',
      'class(*) :: x',
      'select type (x)',
      'type is (integer)',
      'end select',
      'end subroutine',
    ),
  ],
  // values, pointers, bounds
  [
    'a constant defined by itself',
    main('real, parameter :: r = r'),
    '2 The initial value of "r"',
    main('real, parameter :: r = tiny(r)', 'print *, r'),
  ],
  [
    'a second value for a constant',
    main('integer :: n = 5', 'parameter (n = 4)'),
    '3 "n" already has a value and cannot also be a constant',
    main('integer :: n', 'parameter (n = 4)', 'print *, n'),
  ],
  [
    'a pointer initialised with a value',
    main('integer, pointer :: q => 13'),
    '2 A pointer cannot have this',
    main('integer, pointer :: q => null()'),
  ],
  [
    'a pointer initialised with a target without SAVE',
    ['subroutine s', 'integer, target :: i', 'integer, pointer :: q => i', 'end subroutine'],
    '3 A pointer cannot have this initial target: "i" has no SAVE',
    ['subroutine s', 'integer, target, save :: i', 'integer, pointer :: q => i', 'end subroutine'],
  ],
  [
    'a pointer to the result of a function',
    main('real, pointer :: q', 'q => f()', 'contains', 'real function f()', 'f = 1', 'end function'),
    '3 "f" does not return a pointer',
    main(
      'real, pointer :: q',
      'q => f()',
      'contains',
      'function f()',
      'real, pointer :: f',
      'allocate (f)',
      'end function',
    ),
  ],
  [
    'NULL with another type',
    main('real, pointer :: x', 'integer, pointer :: i', 'x => null(i)'),
    '4 The pointer and its target have different types',
    main('real, pointer :: x, y', 'x => null(y)'),
  ],
  [
    'NULL with bounds',
    main('real, pointer :: x(:)', 'x(1:2) => null()'),
    '3 NULL has no bounds',
    main('real, pointer :: x(:)', 'x => null()'),
  ],
  [
    'NULL for a component that is not a pointer',
    main('type t', 'integer :: i', 'end type', 'type(t) :: x', 'x = t(null())'),
    '6 The component "i" is neither',
    main('type t', 'integer, pointer :: i', 'end type', 'type(t) :: x', 'x = t(null())'),
  ],
  [
    'an assignment to a PROTECTED pointer outside its module',
    [...module('integer, pointer, protected :: i'), ...main('use m', 'integer, target :: j', 'i => j')],
    '7 "i" is PROTECTED',
    [...module('integer, pointer, protected :: i'), ...main('use m', 'integer, pointer :: j', 'j => i')],
  ],
  [
    'an OPTIONAL argument in a length',
    ['subroutine s(n)', 'integer, optional :: n', 'character(n) :: c', 'c = ""', 'end subroutine'],
    '3 "n" cannot be used in the declaration of "c": it is OPTIONAL',
    ['subroutine s(n)', 'integer :: n', 'character(n) :: c', 'c = ""', 'end subroutine'],
  ],
  [
    'a local variable in bounds',
    ['subroutine s(n)', 'integer :: n, k', 'real :: a(n + k)', 'a = 1', 'end subroutine'],
    '3 "k" cannot be used in the declaration of "a"',
    ['subroutine s(n, k)', 'integer :: n, k', 'real :: a(n + k)', 'a = 1', 'end subroutine'],
  ],
  [
    'CALL of a name that has a type',
    main('integer :: s', 'call s()'),
    '3 "s" has a type',
    main('external :: s', 'call s()'),
  ],
  [
    'an initial value for a function',
    main('real, external :: f = 0'),
    '2 The procedure "f" cannot have an initial value',
    main('real, external :: f', 'print *, f(1)'),
  ],
  [
    'a name imported from two modules',
    [
      'module a',
      'type t',
      'end type',
      'end module',
      'module b',
      'type t',
      'end type',
      'end module',
      ...main('use a', 'use b', 'type(t) :: x'),
    ],
    '12 "t" is imported from two modules with different meanings',
    [
      'module a',
      'type t',
      'end type',
      'end module',
      'module b',
      'type t',
      'end type',
      'end module',
      ...main('use a', 'use b, only: u => t', 'type(t) :: x', 'type(u) :: y'),
    ],
  ],
  // arrays in place of scalars, and objects without a value
  [
    'DATA with an array as a value',
    main('integer :: a(2)', 'data a /2*[1, 2]/'),
    '3 A value in DATA must be a scalar',
    main('integer, target, save :: a(2)', 'integer, pointer :: p(:)', 'data p /a/', 'print *, p'),
  ],
  [
    'DO with an array as its start',
    main('do i = [1, 2], 3', 'end do'),
    '2 Expected a scalar, got an array',
    main('do i = sum([1, 2]), 3', 'end do'),
  ],
  [
    'a component initialised with an array',
    main('type t', 'integer :: i = [1, 2]', 'end type', 'type(t) :: x', 'print *, x'),
    '3 The initial value of a scalar cannot be an array',
    main('type t', 'integer :: i(2) = [1, 2]', 'end type', 'type(t) :: x', 'print *, x'),
  ],
  [
    'TRIM of an array',
    main("character(2) :: c(2) = 'a'", 'print *, trim(c)'),
    '3 Invalid call to "trim": STRING must be a scalar',
    main("character(2) :: c(2) = 'a'", 'print *, trim(c(1))'),
  ],
  [
    'a statement function with an array section',
    main('logical f, x', 'f(x) = x', 'print *, f(::2)'),
    '4 An argument of the statement function "f" must be a value',
    main('logical f, x', 'f(x) = x', 'print *, f(.true.)'),
  ],
  [
    "NULL() among an array's elements",
    main("print *, ['a', null()]"),
    '2 NULL() has no value',
    main('type t', 'integer, pointer :: p', 'end type', 'type(t) :: x(1)', 'x = [t(null())]'),
  ],
  [
    'the sum of NULL()',
    main('integer, pointer :: p(:)', 'print *, sum(null(p))'),
    '3 Invalid call to "sum": NULL() has no value',
    main('integer, pointer :: p(:)', 'p => null(p)', 'print *, associated(p)'),
  ],
  [
    'an IEEE function with characters',
    main('use ieee_arithmetic', "character(3) :: c = 'a'", 'c = ieee_value(c, ieee_quiet_nan)'),
    '4 The argument of "ieee_value" must be real',
    main('use ieee_arithmetic', 'real :: c', 'c = ieee_value(c, ieee_quiet_nan)'),
  ],
  [
    'a type that extends itself',
    module('type, extends(a) :: a', 'integer :: i', 'end type'),
    '2 The type "a" cannot extend itself',
    module('type :: a', 'integer :: i', 'end type', 'type, extends(a) :: b', 'end type'),
  ],
  [
    'an atomic subroutine with an array',
    main('use iso_fortran_env', 'integer(atomic_int_kind) :: a[*]', 'call atomic_add(a, [1, 2])'),
    '4 VALUE of "atomic_add" must be a scalar',
    main('use iso_fortran_env', 'integer(atomic_int_kind) :: a[*]', 'call atomic_add(a, 1)'),
  ],
  [
    'a binary constant with other digits',
    main("print *, int(b'1012')"),
    '2 "1012" contains a digit that is not valid in base 2',
    main("print *, int(b'1011')"),
  ],
  [
    'FORALL with an array as a bound',
    main('integer :: a(3)', 'forall (i = 1:[3]) a(i) = i'),
    '3 Expected a scalar, got an array',
    main('integer :: a(3)', 'forall (i = 1:3) a(i) = i'),
  ],
  [
    'NULL() in DATA for a non-pointer',
    main('character :: c', 'data c /null()/'),
    '3 DATA can initialise only pointers with NULL()',
    main('character, pointer :: c', 'data c /null()/'),
  ],
  // WHERE
  [
    'WHERE that assigns to a scalar',
    main('integer :: a(2) = 1, n', 'where (a == 1)', 'n = 1', 'end where'),
    '4 The array assigned in WHERE must have the same rank as the mask: 1, not 0',
    main('integer :: a(2) = 1, n(2)', 'where (a == 1)', 'n = 1', 'end where'),
  ],
  [
    'WHERE that assigns to a constant',
    main('integer, parameter :: a(2) = 1', 'where (a == 1) a = 2'),
    '3 "a" is a named constant',
    main('integer :: a(2) = 1', 'where (a == 1) a = 2'),
  ],
  [
    'WHERE that assigns to an argument with INTENT(IN)',
    ['subroutine s(a)', 'integer, intent(in) :: a(:)', 'where (a == 1) a = 2', 'end subroutine'],
    '3 "a"',
    ['subroutine s(a)', 'integer, intent(inout) :: a(:)', 'where (a == 1) a = 2', 'end subroutine'],
  ],
];

test.each(PAIRS)('%s is refused', (_, wrong, words, right) => {
  const said = errors(wrong);
  expect(said.length).toBeGreaterThan(0);
  expect(said[0]).toContain(words);
  expect(errors(right)).toEqual([]);
});
