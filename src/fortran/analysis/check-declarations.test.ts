// Declarations that can not be, and beside each one that can.
import { expect, test } from 'vitest';
import { compileFortran } from '../compile-fortran.ts';

function errors(lines: readonly string[]): string[] {
  const { diagnostics } = compileFortran([{ path: 'x.f90', text: `${lines.join('\n')}\n` }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const main = (...lines: string[]): string[] => ['program p', ...lines, 'end program'];
const module = (...lines: string[]): string[] => ['module m', ...lines, 'end module'];
const type = (binding: string, ...procedure: string[]): string[] =>
  module('type t', 'integer :: n', 'contains', binding, 'end type', 'contains', ...procedure);

/** What is refused, the line and the words of the refusal, and what is not. */
const PAIRS: [string, string[], string, string[]][] = [
  [
    'the name of a subroutine as a variable in it',
    ['subroutine s', 'real :: s', 'end subroutine'],
    '2 "s" is the name of this program unit',
    ['function s()', 'real :: s', 's = 1', 'end function'],
  ],
  [
    'a name by USE that is that of the unit',
    [...module('integer :: p'), ...main('use m')],
    '"p" comes by USE',
    [...module('integer :: p'), ...main('use m, q => p', 'q = 1')],
  ],
  [
    'a procedure that comes by USE too',
    [
      ...module('contains', 'subroutine s', 'end subroutine'),
      'module n',
      'use m',
      'contains',
      'subroutine s',
      'end subroutine',
      'end module',
    ],
    '9 "s" comes by USE',
    [
      ...module('contains', 'subroutine s', 'end subroutine'),
      'module n',
      'use m, only: r => s',
      'contains',
      'subroutine s',
      'end subroutine',
      'end module',
    ],
  ],
  [
    'a variable by USE in COMMON',
    [...module('real :: r'), ...main('use m', 'common /c/ r')],
    '"r" comes by USE and can not be declared here again',
    [...module('real :: r', 'common /c/ r'), ...main('use m', 'r = 1')],
  ],
  [
    'SAVE of a COMMON block that is not there',
    main('save /c/'),
    '2 There is no COMMON block "c"',
    main('common /c/ x', 'save /c/'),
  ],
  [
    'a saved variable in COMMON',
    main('integer, save :: i', 'common /c/ i'),
    '"i" has SAVE',
    main('integer :: i', 'common /c/ i', 'save /c/'),
  ],
  [
    'a private variable in a public namelist',
    module('integer, private :: i', 'namelist /n/ i'),
    '3 "i" is PRIVATE',
    module('private :: n', 'integer, private :: i', 'namelist /n/ i'),
  ],
  [
    'an array of unknown size in a namelist',
    ['subroutine s(a)', 'real :: a(*)', 'namelist /n/ a', 'end subroutine'],
    '3 "a" can not be in the namelist "n"',
    ['subroutine s(a, k)', 'real :: a(k)', 'namelist /n/ a', 'end subroutine'],
  ],
  [
    'a variable of a namelist declared behind it',
    main('implicit none', 'namelist /n/ k', 'integer :: k'),
    '3 "k" can not be in the namelist "n": it is declared behind it',
    main('namelist /n/ k', 'integer :: k'),
  ],
  [
    'entries with results of different shapes',
    ['function f()', 'integer :: f(4), e(3)', 'f = 1', 'entry e()', 'e = 2', 'end function'],
    'The results of "f" and of its entry "e" differ: their shapes',
    ['function f()', 'integer :: f(4), e(4)', 'f = 1', 'entry e()', 'e = 2', 'end function'],
  ],
  [
    'an argument of an entry before it',
    ['subroutine s(i)', 'j = i', 'entry e(j)', 'end subroutine'],
    '2 "j" is an argument of the entry "e"',
    ['subroutine s(j)', 'j = 1', 'entry e(j)', 'end subroutine'],
  ],
  [
    'an entry with the name of another procedure',
    module(
      'contains',
      'subroutine s',
      'entry e',
      'end subroutine',
      'subroutine r',
      'entry e',
      'end subroutine',
    ),
    'There is a procedure "e" already',
    module(
      'contains',
      'subroutine s',
      'entry e',
      'end subroutine',
      'subroutine r',
      'entry d',
      'end subroutine',
    ),
  ],
  [
    'PRIVATE outside a module',
    main('integer, private :: i'),
    '2 "i" can not be PRIVATE',
    module('integer, private :: i'),
  ],
  [
    'PROTECTED outside a module',
    main('integer, protected :: i'),
    '2 "i" can not be PROTECTED',
    module('integer, protected :: i'),
  ],
  [
    'a type with the name of a variable',
    main('type t', 'end type', 'real :: t'),
    '4 "t" is a derived type',
    main('type t', 'end type', 'type(t) :: r'),
  ],
  [
    'the type of a procedure behind CONTAINS',
    main('real :: f', 'contains', 'function f()', 'f = 1', 'end function'),
    '2 "f" is a procedure that stands behind CONTAINS',
    main('real :: g', 'g = f()', 'contains', 'function f()', 'f = 1', 'end function'),
  ],
  [
    'an internal procedure with the name of a dummy',
    ['subroutine s(r)', 'contains', 'subroutine r', 'end subroutine', 'end subroutine'],
    '3 "r" is a dummy argument of "s"',
    ['subroutine s(q)', 'call q', 'contains', 'subroutine r', 'end subroutine', 'end subroutine'],
  ],
  [
    'SAVE of a procedure',
    main('procedure(f), save :: q', 'contains', 'subroutine f', 'end subroutine'),
    '2 "q" can not have SAVE',
    main('procedure(f), save :: q', 'pointer :: q', 'contains', 'subroutine f', 'end subroutine'),
  ],
  [
    'a call of an abstract interface',
    main('abstract interface', 'subroutine s', 'end subroutine', 'end interface', 'call s'),
    '6 "s" is an abstract interface',
    main(
      'abstract interface',
      'subroutine s',
      'end subroutine',
      'end interface',
      'procedure(s), pointer :: q => null()',
      'if (associated(q)) call q',
    ),
  ],
  [
    'functions and subroutines of one generic name',
    module(
      'interface g',
      'procedure f, s',
      'end interface',
      'contains',
      'real function f()',
      'f = 1',
      'end function',
      'subroutine s',
      'end subroutine',
    ),
    '"f" and "s" are a function and a subroutine',
    module(
      'interface g',
      'procedure r, s',
      'end interface',
      'contains',
      'subroutine r(i)',
      'integer :: i',
      'end subroutine',
      'subroutine s',
      'end subroutine',
    ),
  ],
  [
    'assignment of numbers by a procedure',
    module(
      'interface assignment(=)',
      'procedure s',
      'end interface',
      'contains',
      'subroutine s(a, b)',
      'real, intent(out) :: a',
      'integer, intent(in) :: b',
      'end subroutine',
    ),
    '"s" would take what the language\'s own "=" takes',
    module(
      'interface assignment(=)',
      'procedure s',
      'end interface',
      'contains',
      'subroutine s(a, b)',
      'real, intent(out) :: a',
      'logical, intent(in) :: b',
      'a = merge(1, 0, b)',
      'end subroutine',
    ),
  ],
  [
    "an operator for the language's own operands",
    module(
      'interface operator(+)',
      'procedure f',
      'end interface',
      'contains',
      'real function f(a, b)',
      'real, intent(in) :: a, b(:)',
      'f = a',
      'end function',
    ),
    'own "+" takes',
    module(
      'interface operator(+)',
      'procedure f',
      'end interface',
      'contains',
      'real function f(a, b)',
      'real, intent(in) :: a(:), b(:, :)',
      'f = a(1) + b(1, 1)',
      'end function',
    ),
  ],
  [
    'a procedure without a generic name for it',
    module('interface', 'procedure s', 'end interface', 'contains', 'subroutine s', 'end subroutine'),
    '3 "s" can stand only in an interface with a generic name',
    module('interface g', 'procedure s', 'end interface', 'contains', 'subroutine s', 'end subroutine'),
  ],
  [
    'an extension of a type with SEQUENCE',
    module('type a', 'sequence', 'integer :: i', 'end type', 'type, extends(a) :: b', 'end type'),
    '6 "b" can not extend "a"',
    module('type a', 'integer :: i', 'end type', 'type, extends(a) :: b', 'end type'),
  ],
  [
    'a component that the parent has',
    module('type a', 'integer :: i', 'end type', 'type, extends(a) :: b', 'real :: i', 'end type'),
    '6 The parent type of "b" has a component "i" already',
    module('type a', 'integer :: i', 'end type', 'type, extends(a) :: b', 'real :: j', 'end type'),
  ],
  [
    'a binding with the name of a component',
    type('procedure, nopass :: n => s', 'subroutine s', 'end subroutine'),
    '5 The type "t" has a component "n" already',
    type('procedure, nopass :: k => s', 'subroutine s', 'end subroutine'),
  ],
  [
    'an object passed as an array',
    type('procedure :: s', 'subroutine s(x)', 'class(t) :: x(:)', 'end subroutine'),
    '5 "s" can not be bound to "t": its argument "x" must be a scalar',
    type('procedure, nopass :: s', 'subroutine s(x)', 'class(t) :: x(:)', 'end subroutine'),
  ],
  [
    'an object passed as TYPE',
    type('procedure :: s', 'subroutine s(x)', 'type(t) :: x', 'end subroutine'),
    'its argument "x" must be CLASS(T)',
    type('procedure :: s', 'subroutine s(x)', 'class(t) :: x', 'end subroutine'),
  ],
  [
    'a generic binding of what is not bound',
    type('generic :: g => h', 'subroutine s', 'end subroutine'),
    '5 The type "t" binds no procedure "h"',
    type('procedure, nopass :: h => s\ngeneric :: g => h', 'subroutine s', 'end subroutine'),
  ],
  [
    'a final procedure of a polymorphic argument',
    type('final :: s', 'subroutine s(x)', 'class(t), intent(inout) :: x', 'end subroutine'),
    'must have an argument of TYPE(T)',
    type('final :: s', 'subroutine s(x)', 'type(t), intent(inout) :: x', 'end subroutine'),
  ],
  [
    'a call of what is not PURE in a PURE procedure',
    module(
      'contains',
      'pure subroutine s(i)',
      'integer, intent(out) :: i',
      'i = f()',
      'end subroutine',
      'integer function f()',
      'f = 1',
      'end function',
    ),
    '5 "f" is not PURE and can not be called in "s"',
    module(
      'contains',
      'pure subroutine s(i)',
      'integer, intent(out) :: i',
      'i = f()',
      'end subroutine',
      'pure integer function f()',
      'f = 1',
      'end function',
    ),
  ],
  [
    'a call of what is not PURE in DO CONCURRENT',
    main(
      'integer :: a(3)',
      'do concurrent (i = 1:3)',
      'a(i) = f(i)',
      'end do',
      'contains',
      'integer function f(i)',
      'f = i',
      'end function',
    ),
    '4 "f" is not PURE and can not be called in DO CONCURRENT',
    main(
      'integer :: a(3)',
      'do i = 1, 3',
      'a(i) = f(i)',
      'end do',
      'contains',
      'integer function f(i)',
      'f = i',
      'end function',
    ),
  ],
  [
    'a call of what is not PURE in FORALL',
    main(
      'integer :: a(3)',
      'forall (i = 1:3) a(i) = f(i)',
      'contains',
      'integer function f(i)',
      'integer, intent(in) :: i',
      'f = i',
      'end function',
    ),
    '3 "f" is not PURE and can not be called in FORALL',
    main(
      'integer :: a(3)',
      'forall (i = 1:3) a(i) = f(i)',
      'contains',
      'pure integer function f(i)',
      'integer, intent(in) :: i',
      'f = i',
      'end function',
    ),
  ],
];

test.each(PAIRS)('%s', (_, wrong, words, right) => {
  const said = errors(wrong);
  expect(said.length).toBeGreaterThan(0);
  expect(said[0]).toContain(words);
  expect(errors(right)).toEqual([]);
});
