// Maximum rank of an array: rejected programs, each with the nearest valid one.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';
import type { FortranOptions } from '../../source/options.ts';

function errors(lines: readonly string[], options: FortranOptions = {}): string[] {
  const text = [...lines, 'end', ''].join('\n');
  const { diagnostics } = compileFortran([{ path: 'a.f90', text }], options);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const ones = (n: number): string => Array(n).fill('1').join(', ');
const open = (n: number): string => Array(n).fill(':').join(', ');

const PAIRS: [what: string, rank: number, source: (n: number) => string[], words: string][] = [
  ['an array', 15, (n) => [`integer :: a(${ones(n)})`], '1 Arrays cannot have rank 16'],
  [
    'a component',
    15,
    (n) => ['type t', `real, pointer :: a(${open(n)})`, 'end type'],
    '2 Arrays cannot have rank 16',
  ],
  [
    'the result of SPREAD',
    14,
    (n) => [`integer :: a(${ones(n)}) = 1`, 'print *, spread(a, 1, 2)'],
    '2 The result of "spread" would have rank 16',
  ],
  [
    'the RESHAPE result',
    15,
    (n) => [`integer :: s(${n}) = 1`, 'print *, reshape([1], s)'],
    '2 The result of "reshape" would have rank 16',
  ],
  [
    'a coarray',
    14,
    (n) => [`integer, save :: a(${ones(n)})[*]`],
    '1 The rank and the corank of "a" add up to 16; the maximum is 15.',
  ],
  [
    'a coarray that is a component',
    9,
    (n) => ['type t', `integer, allocatable :: a(${open(n)})[:, :, :, :, :, :]`, 'end type'],
    '2 The rank and the corank of "a" add up to 16; the maximum is 15.',
  ],
  [
    'RANK in SELECT RANK',
    15,
    (n) => [
      'contains',
      'subroutine s(x)',
      'integer, intent(in) :: x(..)',
      'select rank (x)',
      `rank (${n})`,
      'print *, x',
      'end select',
      'end subroutine',
    ],
    '5 Arrays cannot have rank 16',
  ],
];

test.each(PAIRS)('%s allows no more than %i dimensions', (_, rank, source, words) => {
  expect(errors(source(rank))).toEqual([]);
  expect(errors(source(rank + 1))[0]).toContain(words);
});

test('standards before Fortran 2008 allow only seven dimensions', () => {
  const declared = (n: number): string[] => [`integer :: a(${ones(n)})`];
  expect(errors(declared(7), { standard: 'f2003' })).toEqual([]);
  expect(errors(declared(8), { standard: 'f2003' })[0]).toContain('an array of rank 8 ("a")');
  expect(errors(declared(8), { standard: 'f2008' })).toEqual([]);
});

test('array descriptors are larger only in programs with more than seven dimensions', () => {
  const c = (n: number): string => {
    const text = `integer, allocatable :: a(${open(n)})\nallocate(a(${ones(n)}))\nprint *, a\nend\n`;
    const result = compileFortran([{ path: 'a.f90', text }]);
    return result.ok ? result.c : '';
  };
  expect(c(7)).not.toContain('F_MAX_RANK');
  expect(c(8)).toMatch(/^#define F_MAX_RANK 15\n#include <fortran-runtime.h>\n/);
});
