// Rejected DEC structures; valid programs are in test/fortran/dec.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';

function errors(lines: readonly string[], decStructures = true): string[] {
  const text = ['program p', 'implicit none', ...lines, 'end program', ''].join('\n');
  const { diagnostics } = compileFortran([{ path: 'x.f90', text }], { decStructures });
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const POINT = ['structure /point/', 'integer x', 'end structure', 'record /point/ a'];

test('STRUCTURE and access to components with "." need a flag', () => {
  expect(errors([...POINT, 'a%x = 1'], false)).toEqual([
    '3 STRUCTURE is a DEC extension: -fdec-structure or -fdec enables it.',
  ]);
  expect(errors([...POINT, 'a.x = 1'])).toEqual([]);
});

test.each<[string, string[], string]>([
  [
    'a scalar component with two values',
    ['structure /s/', 'integer x /1, 2/', 'end structure'],
    '4 "x" is a scalar',
  ],
  [
    'too many values',
    ['structure /s/', 'integer x(2) /3*1/', 'end structure'],
    '4 "x" has room for 2 value(s), but is given 3',
  ],
  [
    'too many values in two dimensions',
    ['structure /s/', 'integer x(2, 0:1) /2*1, 3*2/', 'end structure'],
    '4 "x" has room for 4 value(s), but is given 5',
  ],
  [
    'too many values for two dimensions with named bounds',
    ['integer, parameter :: n = 2', 'structure /s/', 'integer x(n, n) /4*1, 2/', 'end structure'],
    '5 "x" has room for 4 value(s), but is given 5',
  ],
  [
    'too few values for two dimensions',
    ['structure /s/', 'integer x(2, 2) /1, 2/', 'end structure'],
    '4 "x" has room for 4 value(s), but is given 2',
  ],
  [
    'too few values',
    ['structure /s/', 'integer x(3) /1, 2/', 'end structure'],
    '4 "x" has room for 3 value(s), but is given 2',
  ],
  [
    'an executable statement in a structure',
    ['structure /s/', 'x = 1', 'end structure'],
    '4 Expected a component',
  ],
  [
    'a structure without a name',
    ['structure', 'integer x', 'end structure'],
    '3 Expected the name of a structure',
  ],
  [
    'the same component twice',
    ['structure /s/', 'integer x, x', 'end structure'],
    '4 The component "x" is declared',
  ],
  [
    'the same component in two maps',
    [
      'structure /s/',
      'union',
      'map',
      'real x',
      'end map',
      'map',
      'integer x',
      'end map',
      'end union',
      'end structure',
    ],
    '9 The component "x" is declared twice',
  ],
  [
    'a nested structure without a component',
    ['structure /s/', 'structure /t/', 'real x', 'end structure', 'end structure'],
    '4 A STRUCTURE nested in another must name the components it declares',
  ],
  [
    'a union that is not closed',
    ['structure /s/', 'union', 'map', 'real x', 'end map', 'end structure'],
    '8 Expected END UNION',
  ],
  ['an unknown structure', ['record /nowhere/ a'], '3 The type "nowhere" is not defined'],
  [
    'a filler outside of a structure',
    ['integer %fill'],
    '3 %FILL is allowed only for components of a STRUCTURE',
  ],
])('%s is refused', (_, lines, expected) => {
  expect(errors(lines)[0] ?? '').toContain(expected);
});
