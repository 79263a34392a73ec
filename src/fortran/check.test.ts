// Programs whose statements are valid individually, but not together: interfaces, attributes, intrinsic arguments.
import { expect, test } from 'vitest';
import { compileFortran } from './compile-fortran.ts';
import type { FortranOptions } from './source/options.ts';

function diagnose(text: string, options: FortranOptions = {}): string[] {
  const result = compileFortran([{ path: 'x.f90', text }], options);
  return result.diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line}: ${d.message}`);
}

const inMain = (...lines: string[]): string => ['program main', ...lines, 'end program', ''].join('\n');
const inModule = (...lines: string[]): string => ['module m', ...lines, 'end module', ''].join('\n');
const external = (call: string, ...procedure: string[]): string => inMain(call) + procedure.join('\n');

const TYPES = [
  'type a',
  'contains',
  'procedure :: f => fa',
  'end type',
  'type, extends(a) :: b',
  'contains',
  'procedure :: f => fb',
  'end type',
  'contains',
  'integer function fa(x, n)',
  'class(a), intent(in) :: x',
  'integer, intent(in) :: n',
  'fa = n',
  'end function',
];

const REFUSED: [string, string, string][] = [
  [
    'a call that needs an explicit interface',
    external('call s((/1, 2/))', 'subroutine s(v)', 'integer :: v(:)', 'print *, v', 'end subroutine'),
    '2: "s" cannot be called without an explicit interface: its argument "v" has assumed shape.',
  ],
  [
    'a function without an interface whose result is an array',
    external(
      'integer, external :: f\nprint *, f()',
      'function f()',
      'integer :: f(2)',
      'f = 1',
      'end function',
    ),
    '3: "f" cannot be called without an explicit interface: its result is an array.',
  ],
  [
    'a procedure that calls itself without RECURSIVE',
    inModule('contains', 'subroutine s(n)', 'integer :: n', 'if (n > 0) call s(n - 1)', 'end subroutine'),
    '5: "s" calls itself, but is not RECURSIVE.',
  ],
  [
    'an override with a different argument',
    inModule(
      ...TYPES,
      'integer function fb(x, n)',
      'class(b), intent(in) :: x',
      'real, intent(in) :: n',
      'fb = 1',
      'end function',
    ),
    '8: "f" cannot override the binding of the parent type: the argument "n" must be INTEGER(4), not REAL(4).',
  ],
  [
    'an override with a different argument name',
    inModule(
      ...TYPES,
      'integer function fb(x, k)',
      'class(b), intent(in) :: x',
      'integer, intent(in) :: k',
      'fb = 1',
      'end function',
    ),
    '8: "f" cannot override the binding of the parent type: its argument "k" must be named "n".',
  ],
  [
    'generic bindings that no call can distinguish',
    inModule(
      'type t',
      'contains',
      'procedure :: one, two',
      'generic :: g => one, two',
      'end type',
      'contains',
      'subroutine one(x, i)\nclass(t) :: x\ninteger :: i\nend subroutine',
      'subroutine two(x, k)\nclass(t) :: x\ninteger :: k\nend subroutine',
    ),
    '5: A call to "g" would be ambiguous: the arguments of "two" and "one" are too similar.',
  ],
  [
    'a procedure pointer to a procedure with a different interface',
    inModule(
      'abstract interface',
      'integer function f(n)\ninteger, intent(in) :: n\nend function',
      'end interface',
      'contains',
      'subroutine s()',
      'procedure(f), pointer :: p',
      'p => g',
      'end subroutine',
      'integer function g(n)\ninteger, intent(inout) :: n\ng = n\nend function',
    ),
    '10: The procedure pointer cannot point to "g": expected INTENT(IN) for the argument "n", got INTENT(INOUT).',
  ],
  [
    'a deferred shape for a plain variable',
    inMain('integer :: a(:)'),
    '2: The shape of "a" is deferred: it must be ALLOCATABLE, a POINTER or a dummy argument.',
  ],
  [
    'a deferred length for a plain variable',
    inMain('character(:) :: c'),
    '2: The length of "c" is deferred: it must be ALLOCATABLE or a POINTER.',
  ],
  [
    'a polymorphic variable that is neither dummy, pointer nor allocatable',
    inMain('type t\nend type\nclass(t) :: x'),
    '4: "x" is polymorphic: it must be ALLOCATABLE, a POINTER or a dummy argument.',
  ],
  [
    'an initial value for a dummy argument',
    external('', 'subroutine s(n)', 'integer :: n = 3', 'end subroutine'),
    '4: The dummy argument "n" cannot have an initial value.',
  ],
  [
    'a constant with SAVE',
    inMain('integer, parameter :: n = 3', 'save :: n'),
    '2: The constant "n" cannot have SAVE.',
  ],
  [
    'a non-constant initial value in BLOCK, reported once',
    inMain('integer :: m', 'm = 3', 'block', 'integer :: k = m', 'print *, k', 'end block'),
    '5: The initial value of "k" must be constant: "m" is a variable.',
  ],
  [
    'VALUE for a variable that is not an argument',
    inMain('integer, value :: n'),
    '2: "n" has VALUE, but is not a dummy argument.',
  ],
  [
    'a type that depends on itself',
    inMain('character(len(c)) :: c', 'c = "a"'),
    '2: The type of "c" depends on itself.',
  ],
  [
    'a mask with a different shape',
    inMain('integer :: a(3)', 'logical :: m(2)', 'print *, sum(a, mask=m)'),
    '4: Invalid call to "sum": MASK must have the same shape as the array.',
  ],
  [
    'too few elements for RESHAPE',
    inMain('print *, reshape([1, 2, 3], [2, 2])'),
    '2: Invalid call to "reshape": SOURCE has only 3 elements, but 4 are needed.',
  ],
  [
    'an order that is not a permutation',
    inMain('print *, reshape([1, 2, 3, 4], [2, 2], order=[1, 1])'),
    '2: Invalid call to "reshape": ORDER must be a permutation of the dimensions.',
  ],
  [
    'a modulus of zero',
    inMain('integer :: i = 1', 'print *, mod(i, 0)'),
    '3: The second argument of "mod" must not be zero.',
  ],
  [
    'characters of different lengths in MERGE',
    inMain('print *, merge("a", "bc", .true.)'),
    '2: The first two arguments of "merge" must have the same length, but their lengths are 1 and 2.',
  ],
  [
    'an assignment of a function result with a different shape',
    inMain('integer :: a(2, 3), b(3)', 'a = 1', 'b = sum(a, dim=2)'),
    '4: The shapes of the two sides differ: (3) and (2).',
  ],
  [
    'a constant as an argument that the subroutine defines',
    inMain('real, parameter :: x = 1', 'call random_number(x)'),
    '3: "random_number" defines its argument "harvest": This is not a variable and cannot be assigned.',
  ],
  [
    "a namelist that extends a module's namelist",
    [
      'module m',
      'integer :: i',
      'namelist /n/ i',
      'end module',
      inMain('use m', 'real :: x', 'namelist /n/ x'),
    ].join('\n'),
    '8: The namelist "n" is imported by USE and cannot be extended here: give this group a different name.',
  ],
];

for (const [name, text, message] of REFUSED) {
  test(`refused: ${name}`, () => expect(diagnose(text)[0] ?? '').toBe(message));
}

test('with -frecursive, procedures can call themselves', () => {
  const text = 'subroutine s(n)\ninteger :: n\nif (n > 0) call s(n - 1)\nend subroutine\nend\n';
  expect(diagnose(text)).toHaveLength(1);
  expect(diagnose(text, { recursive: true })).toEqual([]);
});
