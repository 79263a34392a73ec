// Rules for declarations and calls: elemental and pure procedures, generic names, constants, loop variables.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';

function diagnose(lines: readonly string[]): string[] {
  const result = compileFortran([{ path: 'x.f90', text: lines.join('\n') }]);
  return result.diagnostics.map((d) => `${d.line}:${d.column} ${d.message}`);
}

const FAULTY: [string, string[], string[]][] = [
  [
    'an elemental result that is an array or a pointer',
    ['elemental function f(x) result(r)', 'real, intent(in) :: x', 'real :: r(2)', 'r = x', 'end function'],
    ['1:1 The result of "f" must be a scalar: the function is ELEMENTAL.'],
  ],
  [
    'an elemental argument without intent',
    ['elemental subroutine s(x)', 'real :: x', 'end subroutine'],
    ['1:1 The argument "x" of "s" must have INTENT or VALUE: the procedure is ELEMENTAL.'],
  ],
  [
    'a pure function that may change its argument',
    ['pure real function f(x)', 'real, intent(inout) :: x', 'f = x', 'end function'],
    ['1:1 The argument "x" of "f" must have INTENT(IN) or VALUE: the procedure is PURE.'],
  ],
  [
    'a pure procedure that changes a variable of its host',
    ['integer :: n', 'n = 1', 'call s', 'contains', 'pure subroutine s', 'n = 2', 'end subroutine', 'end'],
    ['6:1 "n" is not a variable of "s", which is PURE or ELEMENTAL, and cannot be assigned there.'],
  ],
  [
    'arrays of different ranks for an elemental procedure',
    [
      'real :: a(3), b(3, 3)',
      'call s(a, b)',
      'contains',
      'elemental subroutine s(x, y)',
      'real, intent(in) :: x',
      'real, intent(out) :: y',
      'y = x',
      'end subroutine',
      'end',
    ],
    ['2:6 The array arguments of the ELEMENTAL procedure "s" differ in rank.'],
  ],
  [
    'a scalar that receives the results for all elements',
    [
      'real :: a(3), b',
      'call s(a, b)',
      'contains',
      'elemental subroutine s(x, y)',
      'real, intent(in) :: x',
      'real, intent(out) :: y',
      'y = x',
      'end subroutine',
      'end',
    ],
    [
      '2:11 The argument "y" of the ELEMENTAL procedure "s" must be an array because other arguments are arrays.',
    ],
  ],
  [
    'an assumed-length character array whose bounds cannot be in a C descriptor',
    [
      'interface',
      'subroutine c(a, n) bind(c)',
      'integer :: n',
      'character(*) :: a(n)',
      'end subroutine',
      'end interface',
      'character(2) :: x(2)',
      'call c(x, 2)',
      'end',
    ],
    [
      '2:1 "c" has BIND(C), and "a" has the length "*" and bounds that are not constant, which is not supported. Declare it as a(:) or a(*).',
    ],
  ],
  [
    'a polymorphic element passed to an array',
    [
      'type t',
      'end type',
      'class(t), allocatable :: x(:)',
      'call s(x(2))',
      'contains',
      'subroutine s(a)',
      'type(t) :: a(*)',
      'end subroutine',
      'end',
    ],
    ['4:8 The argument "a" of "s" is an array: a polymorphic element cannot be passed to it.'],
  ],
  [
    'two procedures that match a call',
    [
      'module m',
      'interface g',
      'module procedure one, two',
      'end interface',
      'contains',
      'subroutine one(a, b)',
      'integer, optional :: b',
      'end subroutine',
      'subroutine two(a)',
      'end subroutine',
      'end module',
    ],
    ['3:23 A call to "g" would be ambiguous: the arguments of "two" and "one" are too similar.'],
  ],
  [
    'two operators for the same operands',
    [
      'module m',
      'interface operator(.to.)',
      'module procedure one, two',
      'end interface',
      'contains',
      'integer function one(a, b)',
      'real, intent(in) :: a, b',
      'one = 1',
      'end function',
      'integer function two(b, a)',
      'real, intent(in) :: a, b',
      'two = 2',
      'end function',
      'end module',
    ],
    ['3:23 A call to "operator(.to.)" would be ambiguous: the arguments of "two" and "one" are too similar.'],
  ],
  [
    'a type that contains itself',
    ['type a', 'type(b) :: x', 'end type', 'type b', 'type(a) :: y', 'end type', 'end'],
    ['5:12 The component "y" makes the type "a" contain itself.'],
  ],
  [
    'initial values that are not constant',
    [
      'subroutine s(n, x)',
      'integer :: n, x(:)',
      'integer :: a = n + 1',
      'integer :: b = size(x)',
      'integer, parameter :: c = f(2)',
      'integer, external :: f',
      'print *, a, b, c',
      'end subroutine',
    ],
    [
      '3:16 The initial value of "a" must be constant: "n" is a variable.',
      '4:16 The initial value of "b" must be constant: SIZE of "x" is not known at compile time.',
      '5:27 The initial value of "c" must be constant: "f" is a user-defined function.',
    ],
  ],
  [
    'a loop variable that is assigned in the loop',
    ['do i = 1, 3', 'i = 2', 'do i = 1, 2', 'end do', 'read *, i', 'end do', 'i = 4', 'end'],
    [
      '2:1 "i" is the variable of a loop and cannot be assigned in the loop.',
      '3:4 "i" is the variable of a loop and cannot be assigned in the loop.',
      '5:9 "i" is the variable of a loop and cannot be assigned in the loop.',
    ],
  ],
  [
    'a bit position that the integer does not have',
    ['integer :: i = 1', 'print *, ibset(i, 32), ishft(i, -33), ibits(i, 30, 3)', 'end'],
    ['2:10 POS of IBSET must be from 0 to 31, not 32.'],
  ],
  [
    'a component that is given two values',
    ['type t', 'integer :: a = 1, b = 2', 'end type', 'type(t) :: x', 'x = t(1, a=2)', 'end'],
    ['5:7 The component "a" is given twice.'],
  ],
  [
    'a pointer component without a target',
    ['type t', 'integer, pointer :: p', 'end type', 'type(t) :: x', 'integer :: n', 'x = t(n)', 'end'],
    ['6:7 "n" has neither the TARGET nor the POINTER attribute.'],
  ],
];

for (const [name, lines, messages] of FAULTY)
  test(`refused: ${name}`, () => {
    expect(diagnose(lines)).toEqual(messages);
  });

test('procedures that calls can distinguish, and constants from inquiry functions, are accepted', () => {
  const lines = [
    'module m',
    'implicit none',
    'interface g',
    'module procedure one, two, three',
    'end interface',
    'interface operator(*)',
    'module procedure left, right',
    'end interface',
    'type t',
    'real :: x',
    'end type',
    'contains',
    'subroutine one(a, n)',
    'real, intent(in) :: a',
    'integer, intent(in), optional :: n',
    'end subroutine',
    'subroutine two(n, b)',
    'integer, intent(in) :: n',
    'real, intent(in) :: b',
    'end subroutine',
    'subroutine three(a)',
    'real, intent(in) :: a(:)',
    'integer, parameter :: k = kind(a), d(2) = [digits(a), bit_size(1)]',
    'print *, k, d',
    'end subroutine',
    'type(t) function left(a, x)',
    'type(t), intent(in) :: a',
    'real, intent(in) :: x',
    'left = t(a%x * x)',
    'end function',
    'type(t) function right(x, a)',
    'type(t), intent(in) :: a',
    'real, intent(in) :: x',
    'right = t(a%x * x)',
    'end function',
    'end module',
    'end',
  ];
  expect(diagnose(lines)).toEqual([]);
});
