// Short programs that would require endless work: each is rejected with an error, while a similar ordinary program
// compiles.
import { expect, test } from 'vitest';
import { compileFortran } from './compile-fortran.ts';

function errors(...lines: readonly string[]): string[] {
  const text = `${['program p', ...lines, 'end program'].join('\n')}\n`;
  const { diagnostics } = compileFortran([{ path: 'x.f90', text }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => d.message);
}

/** One line for each number from 1 to `count`. */
const each = (count: number, line: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => line(i + 1));

const extended = (count: number) => [
  'type :: t0\ninteger :: c0 = 0\nend type',
  ...each(count, (i) => `type, extends(t${i - 1}) :: t${i}\ninteger :: c${i} = ${i}\nend type`),
  `type(t${count}) :: x\nprint *, x%c0`,
];
const doubled = (count: number) => [
  'type :: t0\ninteger :: c = 0\nend type',
  ...each(count, (i) => `type :: t${i}\ntype(t${i - 1}) :: a = t${i - 1}(), b\nend type`),
  `type(t${count}) :: x\nprint *, 1`,
];
const functions = (count: number) => [
  'real :: x\nf0(x) = x',
  ...each(count, (i) => `f${i}(x) = f${i - 1}(x) + f${i - 1}(x)`),
  `print *, f${count}(1.0)`,
];
const loops = (count: number) => [
  `integer, parameter :: a(*) = [${'('.repeat(count)}1${each(count, (i) => `, i${i}=1,30)`).join('')}]`,
  'print *, size(a)',
];
const stored = (turns: number) => [
  'real :: x(3)\ninteger :: i, j',
  `data ((x(i), i = 1, 0), j = 1, ${turns}), (x(i), i = 1, 3) /3*1.0/\nprint *, x`,
];

test.each([
  ['types that extend each other', extended, 90, 3000, 'extends or contains types more than 100 levels deep'],
  ['types that contain another type twice', doubled, 10, 60, 'has more than 100000 components'],
  [
    'statement functions that refer to each other',
    functions,
    8,
    60,
    'refer to each other more than 20000 times',
  ],
  ['loops in a constant', loops, 2, 9, 'cannot be determined from its value'],
  ['DATA loops that store nothing', stored, 10, 2_000_000_000, 'too many iterations'],
] as const)('the work for %s is bounded', (_, program, usual, endless, message) => {
  expect(errors(...program(usual))).toEqual([]);
  expect(errors(...program(endless))[0]).toContain(message);
});

test('a DATA loop with step 0 causes an error, and so does a type with a larger component of its own type', () => {
  expect(errors('real :: x(3)', 'integer :: i', 'data (x(i), i=1,1,0) /3*1.0/')[0]).toContain('cannot be 0');
  const type = 'type :: t(k)\ninteger, kind :: k\ntype(t(k + 1)), pointer :: a\nend type';
  expect(errors(type, 'type(t(1)) :: x')[0]).toContain('infinitely many nested types');
});
