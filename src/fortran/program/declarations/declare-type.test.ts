// Component sizes may depend on constants and length parameters. A former bug also let them depend on variables, with
// the values that the variables had when an object was created.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';

function errors(lines: readonly string[]): string[] {
  const text = ['subroutine s(n)', ...lines, 'end', ''].join('\n');
  const { diagnostics } = compileFortran([{ path: 'a.f90', text }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const plain = (component: string): string[] => ['type t', component, 'end type', 'type(t) :: x'];
const sized = (component: string): string[] => [
  'type t(l)',
  'integer, len :: l',
  component,
  'end type',
  'type(t(2)) :: x',
];

test.each([
  ['bounds', plain, 'integer :: v(n)', '3 The size of the component "v"', 'integer :: v(int(gamma(3.0)))'],
  ['a length', plain, 'character(n) :: v', '3 The size of the component "v"', 'character(len("abc")) :: v'],
  [
    'bounds in a type with a parameter',
    sized,
    'integer :: v(l, n)',
    '4 The size of the component "v"',
    'integer :: v(l, 3)',
  ],
  [
    'a length in a type with a parameter',
    sized,
    'character(l + n) :: v',
    '4 The size of the component "v"',
    'character(l + 1) :: v',
  ],
])('%s of a component cannot depend on a variable', (_, program, wrong, words, right) => {
  expect(errors(program(wrong))[0]).toContain(words);
  expect(errors(program(right))).toEqual([]);
});
