// Programs rejected for violating rules for procedures and types, each with the nearest valid program. `|` ends a line.
import { expect, test } from 'vitest';
import { compileFortran } from './compile-fortran.ts';

function errors(text: string): string[] {
  const { diagnostics } = compileFortran([{ path: 'x.f90', text: `${text.replaceAll('|', '\n')}\n` }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const main = (...lines: string[]): string => ['program p', ...lines, 'end program'].join('|');
const pure = (...lines: string[]): string => ['pure subroutine q(d)', ...lines, 'end subroutine'].join('|');
const bound = (...lines: string[]): string =>
  ['subroutine q(d) bind(c)', 'use iso_c_binding', ...lines, 'end subroutine'].join('|');
const separate = (heading: string, body: string, end: string): string =>
  [
    'module m',
    'interface',
    heading,
    end,
    'end interface',
    'end module',
    'submodule (m) n',
    'contains',
    body,
    end,
    'end submodule',
  ].join('|');
const ABSTRACT =
  'module m|type, abstract :: a|integer :: i|contains|procedure, nopass :: f|procedure, nopass, private :: g|end type|type, extends(a) :: b|end type|contains|subroutine f|end subroutine|subroutine g|end subroutine|end module';
const objects = (...lines: string[]): string =>
  [ABSTRACT, 'program p', 'use m', 'type(b) :: x', ...lines, 'end program'].join('|');
const CELL = 'type t|integer, pointer :: c|end type|type(t), intent(in) :: d|type(t) :: x';
const finalizing = (argument: string): string =>
  `module m|implicit none|type t|integer :: n|contains|final :: f|end type|contains|subroutine f(x)|${argument} :: x|end subroutine|end module`;
const DEFAULT = 'type t|integer :: n = 3|end type';

/** The error message, the rejected program, the valid program. */
const PAIRS: [string, string, string][] = [
  // final procedures
  [
    'The name "x" has no type: IMPLICIT NONE is in effect and it is not declared.',
    finalizing('type(t)').replace('type(t) :: x|', ''),
    finalizing('type(t)'),
  ],
  [
    'The final procedure "f" of "t" must have an argument of TYPE(T).',
    finalizing('integer'),
    finalizing('type(t)'),
  ],
  // separate bodies
  [
    'already has a body, in another submodule',
    `${separate('module subroutine s(i)|integer :: i', 'module subroutine s(i)|integer :: i', 'end subroutine')}|submodule (m) o|contains|module procedure s|end procedure|end submodule`,
    `${separate('module subroutine s(i)|integer :: i', 'module subroutine s(i)|integer :: i', 'end subroutine')}|submodule (m) o|contains|subroutine s|end subroutine|end submodule`,
  ],
  // PURE
  [
    '"i" cannot have SAVE or an initial value',
    pure('intent(in) :: d', 'integer, save :: i'),
    pure('intent(in) :: d', 'integer :: i'),
  ],
  [
    '"i" cannot have SAVE or an initial value',
    pure('intent(in) :: d', 'integer :: i = 3'),
    pure('intent(in) :: d', 'integer, parameter :: i = 3'),
  ],
  [
    '"i" cannot be VOLATILE',
    pure('intent(in) :: d', 'integer, volatile :: i'),
    pure('intent(in) :: d', 'integer :: i'),
  ],
  [
    'The procedure "d" must be PURE',
    pure('interface', 'subroutine d', 'end subroutine', 'end interface'),
    pure('interface', 'pure subroutine d', 'end subroutine', 'end interface'),
  ],
  [
    'is PURE and cannot make a pointer to "d"',
    pure(CELL, 'x = d'),
    pure(CELL, 'allocate (x%c)', 'x%c = d%c'),
  ],
  [
    'is PURE and cannot make a pointer to "d"',
    pure(
      'type t',
      'integer, pointer :: c',
      'end type',
      'integer, target, intent(in) :: d',
      'type(t) :: x',
      'x = t(d)',
    ),
    pure(
      'type t',
      'integer, pointer :: c',
      'end type',
      'integer, target, intent(in) :: d',
      'type(t) :: x',
      'x = t(null())',
    ),
  ],
  [
    '"random_number" is not PURE',
    main('do concurrent (i = 1:3)', 'call random_number(x)', 'end do'),
    main('do i = 1, 3', 'call random_number(x)', 'end do'),
  ],
  [
    'cannot be a coarray',
    'elemental subroutine q(d)|real, intent(in) :: d[*]|end subroutine',
    'elemental subroutine q(d)|real, intent(in) :: d|end subroutine',
  ],
  // bodies of submodules
  [
    '1 argument(s)',
    separate('module subroutine s(i)', 'module subroutine s', 'end subroutine').replace(
      '(i)|',
      '(i)|integer :: i|',
    ),
    separate('module subroutine s', 'module subroutine s', 'end subroutine'),
  ],
  [
    'PURE is in only one of the two declarations',
    separate('pure module subroutine s', 'module subroutine s', 'end subroutine'),
    separate('pure module subroutine s', 'pure module subroutine s', 'end subroutine'),
  ],
  [
    'expected a result of type INTEGER(4), got INTEGER(8)',
    separate('integer module function f()', 'integer(8) module function f()', 'end function'),
    separate('integer module function f()', 'integer module function f()', 'end function'),
  ],
  [
    'PRIVATE is allowed only among the declarations of a module',
    'module m|end module|submodule (m) n|private|end submodule',
    'module m|private|end module|submodule (m) n|end submodule',
  ],
  [
    'it cannot contain IMPORT',
    'module m|interface|module subroutine s|import|end subroutine|end interface|end module',
    'module m|interface|module subroutine s|end subroutine|end interface|end module',
  ],
  // BIND(C)
  ['is polymorphic', bound('class(*) :: d'), bound('type(*) :: d')],
  [
    'is both OPTIONAL and VALUE',
    bound('integer(c_int), optional, value :: d'),
    bound('integer(c_int), optional :: d'),
  ],
  [
    'which has no BIND(C)',
    bound('type t', 'integer :: i', 'end type', 'type(t) :: d'),
    bound('type, bind(c) :: t', 'integer :: i', 'end type', 'type(t) :: d'),
  ],
  ['alternate return', 'subroutine q(*) bind(c)|end subroutine', 'subroutine q(*)|end subroutine'],
  // bindings and parts
  ['is ABSTRACT: its procedures', objects('call x%a%f()'), objects('call x%f()')],
  ['This part has the type "a", which is ABSTRACT', objects('x%a = x%a'), objects('x%a%i = x%a%i')],
  ['"g" of the type "a" is private', objects('call x%g()'), objects('call x%f()')],
  // declarations and DATA
  [
    'The bounds of the result "f" must be given',
    'function f()|real :: f(*)|end function',
    'function f()|real :: f(2)|f = 1|end function',
  ],
  [
    'has assumed size and INTENT(OUT)',
    `subroutine q(d)|${DEFAULT}|type(t), intent(out) :: d(*)|end subroutine`,
    `subroutine q(d)|${DEFAULT}|type(t), intent(inout) :: d(*)|end subroutine`,
  ],
  [
    '"x" already has initial values from its type',
    main(DEFAULT, 'type(t) :: x', 'data x /t(2)/'),
    main('type t', 'integer :: n', 'end type', 'type(t) :: x', 'data x /t(2)/'),
  ],
  [
    '"d" cannot be used in the declaration of "c"',
    'subroutine q(d)|character(*), optional :: d|character(len(d)) :: c|end subroutine',
    'subroutine q(d)|character(*) :: d|character(len(d)) :: c|end subroutine',
  ],
  // arguments and values
  [
    'is not a pointer and cannot be NULL()',
    main('call t(null())', 'contains', 'subroutine t(d)', 'integer :: d', 'end subroutine'),
    main('call t(null())', 'contains', 'subroutine t(d)', 'integer, pointer :: d', 'end subroutine'),
  ],
  ['"f" is REAL(4)', main('f(x) = x', 'print *, f(1)'), main('f(x) = x', 'print *, f(1.0)')],
  ['A computed GO TO needs', main('goto (10) 1.5', '10 continue'), main('goto (10) 1', '10 continue')],
  [
    'is declared as REAL(8) here, but is REAL(4)',
    `function g()|real :: g|g = 1|end function|${main('real(8), external :: g', 'print *, g()')}`,
    `function g()|real :: g|g = 1|end function|${main('real, external :: g', 'print *, g()')}`,
  ],
  [
    'part of the result of "f" cannot be accessed directly',
    main(
      'type t',
      'integer :: n',
      'end type',
      'print *, f()%n',
      'contains',
      'function f()',
      'type(t) :: f',
      'f%n = 1',
      'end function',
    ),
    main(
      'type t',
      'integer :: n',
      'end type',
      'associate (x => f())',
      'print *, x%n',
      'end associate',
      'contains',
      'function f()',
      'type(t) :: f',
      'f%n = 1',
      'end function',
    ),
  ],
  [
    '"h" appears twice in "g"',
    'module m|type t|contains|procedure, nopass :: h|generic :: g => h, h|end type|contains|subroutine h|end subroutine|end module',
    'module m|type t|contains|procedure, nopass :: h|generic :: g => h|end type|contains|subroutine h|end subroutine|end module',
  ],
  [
    'STAT= cannot be a part',
    main('integer, allocatable :: a(:)', 'allocate (a(3), stat=a(1))'),
    main('integer, allocatable :: a(:)', 'allocate (a(3), stat=i)'),
  ],
  [
    'The stride of a section cannot be zero',
    main('integer :: a(3)', 'print *, a(1:3:0)'),
    main('integer :: a(3)', 'print *, a(1:3:2)'),
  ],
  [
    'The substring 1:4 is outside the 3',
    main('character(3) :: c', 'print *, c(1:4)'),
    main('character(3) :: c', 'print *, c(4:3)'),
  ],
  [
    'The global name "c" is shared by the COMMON block "c" and the subroutine "c"',
    `subroutine c|end subroutine|${main('common /c/ i', 'i = 1')}`,
    `subroutine c|end subroutine|${main('common /d/ i', 'i = 1')}`,
  ],
  [
    '"a" is TYPE(*)',
    'subroutine q(a)|type(*) :: a|call t(a)|contains|subroutine t(d)|class(*) :: d|end subroutine|end subroutine',
    'subroutine q(a)|type(*) :: a|call t(a)|contains|subroutine t(d)|type(*) :: d|end subroutine|end subroutine',
  ],
  [
    'its length must be constant',
    'subroutine q(d, n) bind(c)|integer :: n|character(n), value :: d|end subroutine',
    'subroutine q(d) bind(c)|character(1), value :: d|end subroutine',
  ],
  [
    'cannot be coindexed',
    main('use iso_c_binding', 'integer, target :: a[*]', 'type(c_ptr) :: c', 'c = c_loc(a[1])'),
    main('use iso_c_binding', 'integer, target :: a[*]', 'type(c_ptr) :: c', 'c = c_loc(a)'),
  ],
  [
    'the size of the actual argument must be known',
    `module m|${DEFAULT}|contains|subroutine q(a)|type(t) :: a(*)|call r(a)|end subroutine|subroutine r(d)|type(t), intent(out) :: d(..)|end subroutine|end module`,
    `module m|${DEFAULT}|contains|subroutine q(a)|type(t) :: a(:)|call r(a)|end subroutine|subroutine r(d)|type(t), intent(out) :: d(..)|end subroutine|end module`,
  ],
  ['too large for its kind', main('print *, 1e38*1e38'), main('print *, 1e38*1e-38')],
];

test.each(PAIRS)('%s', (words, refused, valid) => {
  expect(errors(refused).join('\n')).toContain(words);
  expect(errors(valid)).toEqual([]);
});

const NEST = '  do i = 1, 3|do j = 1, 3|x = i + j|end do|end do';

test.each([
  [
    'TILE needs 2 directly nested DO loops',
    '!$omp tile sizes(2, 2)|do i = 1, 3|x = i|end do',
    `!$omp tile sizes(2, 2)|${NEST}`,
  ],
  [
    'cannot use "i", the variable of an enclosing loop',
    `!$omp tile sizes(2, 2)|${NEST.replace('j = 1', 'j = i')}`,
    `!$omp tile sizes(2)|${NEST.replace('j = 1', 'j = i')}`,
  ],
  ['The sizes of TILE must be positive', `!$omp tile sizes(0)|${NEST}`, `!$omp tile sizes(1)|${NEST}`],
  [
    'UNROLL without PARTIAL leaves none',
    `!$omp do|!$omp unroll|${NEST}`,
    `!$omp do|!$omp unroll partial(2)|${NEST}`,
  ],
  [
    '"x" appears twice in the clauses',
    `!$omp simd nontemporal(x, x)|${NEST}`,
    `!$omp simd nontemporal(x)|${NEST}`,
  ],
])('OpenMP: %s', (words, refused, valid) => {
  const messages = (text: string): string[] => {
    const source = { path: 'x.f90', text: main(text).replaceAll('|', '\n') };
    const { diagnostics } = compileFortran([source], { openMp: true });
    return diagnostics.filter((d) => d.severity === 'error').map((d) => d.message);
  };
  expect(messages(refused).join('\n')).toContain(words);
  expect(messages(valid)).toEqual([]);
});

test('-std=f95: initial values cannot call real mathematical functions', () => {
  const initial = (text: string): boolean =>
    compileFortran([{ path: 'x.f90', text: main(text).replaceAll('|', '\n') }], { standard: 'f95' }).ok;
  expect(initial('real, parameter :: x = sqrt(2.0)')).toBe(false);
  expect(initial('real, parameter :: x = abs(2.0)')).toBe(true);
});

test('-std=f2018: a free-form line is limited to 132 characters, unless a flag raises the limit', () => {
  const source = { path: 'x.f90', text: `print *, 1${' '.repeat(130)}, 2\nend\n` };
  expect(compileFortran([source], { standard: 'f2018' }).ok).toBe(false);
  expect(compileFortran([source], { standard: 'f2023' }).ok).toBe(true);
  expect(compileFortran([source], { standard: 'f2018', freeLineLength: 200 }).ok).toBe(true);
});

test('a Cray pointer to a procedure is rejected where it is declared', () => {
  const errorsOf = (...lines: string[]): string[] => {
    const text = main(...lines).replaceAll('|', '\n');
    const { diagnostics } = compileFortran([{ path: 'x.f90', text }], { crayPointers: true });
    return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
  };
  const message = 'Cray pointers to procedures are not supported: declare "f" as a PROCEDURE pointer.';
  expect(errorsOf('pointer (i, f)', 'external f', 'call f()')).toEqual([`2 ${message}`]);
  expect(errorsOf('pointer (i, f)', 'real, external :: f', 'print *, f()')).toEqual([`2 ${message}`]);
  expect(
    errorsOf('pointer (i, f)', 'interface', 'subroutine f()', 'end subroutine', 'end interface'),
  ).toEqual([`2 ${message}`]);
  expect(errorsOf('pointer (i, f)', 'real :: f', 'f = 1')).toEqual([]);
});
