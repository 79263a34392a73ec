// Declarations that involve names from USE: accepted and rejected. `|` ends a line.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';

function errors(text: string): string[] {
  const { diagnostics } = compileFortran([{ path: 'x.f90', text: `${text.replaceAll('|', '\n')}\n` }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const MODULE =
  'module m|integer, target :: v|type t|integer :: n|end type|interface g|module procedure f|end interface|contains|real function f(x)|real, intent(in) :: x|f = x|end function|end module';
const using = (...lines: string[]): string =>
  [MODULE, 'program p', 'use m', ...lines, 'end program'].join('|');

test.each([
  'real :: v',
  'dimension :: v(3)',
  'save :: v',
  'pointer :: v',
  'allocatable :: v',
  'target :: v',
  'external :: f',
  'intrinsic :: f',
  'parameter (v = 3)',
  'real, external :: v',
  'procedure(f) :: f',
  'common /c/ v',
  'codimension :: v[*]',
])('%s: a scope cannot declare a name that is imported by USE', (declaration) => {
  expect(errors(using(declaration))).toEqual([
    expect.stringContaining('is imported by USE and cannot be declared'),
  ]);
  expect(errors(using('v = 1'))).toEqual([]);
});

test.each([
  [
    'interface|subroutine f(i)|integer :: i|end subroutine|end interface',
    '"f" is imported by USE and cannot be declared again here',
  ],
  ['interface v|procedure q|end interface', '"v" is imported by USE and cannot be declared again here'],
  ['type v|integer :: n|end type', '"v" is imported by USE and cannot be declared again here'],
  ['enum, bind(c)|enumerator :: v|end enum', '"v" is imported by USE and cannot be declared again here'],
  ['data v /3/', '"v" belongs to another scope'],
])('%s: a scope cannot redefine a name imported by USE', (declaration, expected) => {
  expect(errors(using(declaration)).join('\n')).toContain(expected);
});

test('VOLATILE and ASYNCHRONOUS are accepted for an imported name, and a renamed or omitted name can be redeclared', () => {
  expect(errors(using('volatile :: v', 'asynchronous :: v', 'v = 1'))).toEqual([]);
  const other = (use: string): string =>
    [MODULE, 'program p', use, 'real, allocatable :: v(:)', 'v = [1.0]', 'end program'].join('|');
  expect(errors(other('use m, only: f'))).toEqual([]);
  expect(errors(other('use m, w => v'))).toEqual([]);
});

test('a scope that imports a generic can give a type the same name, and the generic’s module does not change', () => {
  const user = 'module n|use m|type g|integer :: i|end type|end module';
  const text = [MODULE, user, 'program p', 'use m', 'type(g) :: x', 'print *, x%i', 'end program'];
  expect(errors([...text].join('|'))).toContainEqual(expect.stringContaining('"g"'));
  expect(errors(text.map((line) => (line === 'use m' ? 'use n' : line)).join('|'))).toEqual([]);
});

test('a dummy argument with the name of an imported variable is rejected only where it is used', () => {
  const procedure = (...body: string[]): string =>
    [MODULE, 'subroutine s(v)', 'use m', ...body, 'end subroutine'].join('|');
  expect(errors(procedure('v = 1'))).toEqual([
    expect.stringContaining('"v" is imported by USE with a different meaning than it has here'),
  ]);
  expect(errors(procedure('print *, f(1.0)'))).toEqual([]);
});

test.each([
  [
    'module q|integer :: h|contains|subroutine s|data h /3/|end subroutine|end module',
    'belongs to another scope',
  ],
  ['subroutine s(h)|data h /3/|end subroutine', 'is a dummy argument'],
  ['function s()|data s /3/|end function', 'is the result of a function'],
])('DATA: %s', (text, expected) => {
  expect(errors(text)).toEqual([expect.stringContaining(expected)]);
  expect(errors('subroutine s|integer :: h|data h /3/|end subroutine')).toEqual([]);
});
