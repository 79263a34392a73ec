// Tests the places in the printing code that print no C: each place states its reason, and has programs that come as
// close to it as possible. The front end either rejects such a program because of its error or generates C; a message
// with "Internal" is a bug in the front end.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileFortran } from './compile-fortran.ts';
import { REASONS, type Unreached } from './source/unprintable.ts';

const PRINTING = fileURLToPath(new URL('./printing', import.meta.url));

/** Lines of a main program or a function, and the message that rejects it, or `C`. */
type Attempt = readonly [lines: string, outcome: string];

const DECLARED = `integer :: i, v(3) = 0, w(2, 2) = 0
integer, allocatable :: a, b(:)
integer, pointer :: p, q(:)
integer, target :: t, u(3)
character(5) :: c, d(2)
logical :: l, m(3)
real :: x
type part
  integer :: n = 0
  integer, allocatable :: held(:)
  character(:), allocatable :: name
end type
type(part) :: s, ss(2)
class(*), allocatable :: any
`;

const ATTEMPTS: Readonly<Record<Unreached, readonly Attempt[]>> = {
  'an array in place of a scalar': [
    ['if (m) i = 1', 'scalar'],
    ['i = v', 'An array cannot be assigned'],
    ['do i = 1, v\nend do', 'scalar'],
    ['select case (v)\ncase (1)\nend select', 'scalar'],
    ['i = w(1, 1:2)', 'An array cannot be assigned'],
    ['write (v, *) 1', 'scalar'],
    ['open (unit=v)', 'scalar'],
    ['allocate (b(v))', 'scalar'],
    ['print *, c(v:2)', 'scalar'],
    ['stop v', 'scalar'],
    ['i = len(repeat(c, v))', 'scalar'],
    ['do concurrent (i = 1:3, m)\nend do', 'scalar'],
  ],
  'the characters of a value of another type': [
    ['open (10, file=i)', 'character'],
    ['c = trim(i)', 'CHARACTER'],
    ['c = repeat(i, 2)', 'CHARACTER'],
    ['write (*, x) 1', 'format'],
    ['inquire (10, name=i)', 'character'],
    ['l = c == i', 'not defined'],
    ['c = i', 'Cannot convert'],
    ['c = any', 'Cannot convert'],
    ['error stop x', 'STOP'],
  ],
  'the held component of each element': [
    ['print *, ss%held', 'only one part may be an array'],
    ['ss%name = c', 'cannot itself be an array here'],
    ['print *, ss(1)%held', 'C'],
    ['print *, size(ss%held)', 'only one part may be an array'],
    ['where (m(1:2)) ss%n = 1', 'C'],
  ],
  'a variable that is printed before it is shared': [
    ['call inner\ncontains\nsubroutine inner\ni = size(v) + t\nend subroutine', 'C'],
    [
      'block\ninteger :: k(i)\nk = 1\nend block\ncall inner\ncontains\nsubroutine inner\nb = [i]\nend subroutine',
      'C',
    ],
  ],
  'EQUIVALENCE without memory': [
    [
      'call inner\ncontains\nsubroutine inner\ninteger :: e(2), f\nequivalence (e, f)\nf = 1\nend subroutine',
      'C',
    ],
    [
      'call inner\ncontains\nsubroutine inner\ninteger :: e(i), f\nequivalence (e, f)\nend subroutine',
      'EQUIVALENCE',
    ],
  ],
  'elements of unknown rank': [
    ['contains\nsubroutine inner(z)\ninteger :: z(..)\nprint *, z\nend subroutine', 'rank'],
    ['contains\nsubroutine inner(z)\ninteger :: z(..)\nz = 1\nend subroutine', 'rank'],
    [
      'contains\nsubroutine inner(z)\ninteger :: z(..)\nprint *, z(1)\nend subroutine',
      'cannot be subscripted',
    ],
    ['contains\nsubroutine inner(z)\ninteger :: z(..)\nprint *, sum(z)\nend subroutine', 'rank'],
    [
      'contains\nsubroutine inner(z)\ninteger :: z(..)\nselect rank (z)\nrank (1)\nz = 1\nend select\nend subroutine',
      'C',
    ],
  ],
  'a constant without bounds': [
    ['contains\nsubroutine inner(n)\ninteger :: n\nreal, parameter :: k(n) = 1\nend subroutine', 'constant'],
    ['contains\nsubroutine inner\nreal, parameter :: k(*) = 1.0\nprint *, k\nend subroutine', 'shape'],
    [
      'contains\nsubroutine inner\nreal, parameter :: k(*) = gamma([0.1, 0.2])\nprint *, k\nend subroutine',
      'C',
    ],
  ],
  'the cell of a value': [
    ['l = associated(i)', 'pointer'],
    ['l = allocated(x)', 'ALLOCATABLE'],
    ['p => 1', 'not a target'],
    ['nullify (i)', 'pointer'],
    ['deallocate (x)', 'Only pointers'],
    ['l = associated(null(p))', 'pointer'],
    ['l = allocated((a))', 'ALLOCATABLE'],
    ['call move_alloc(i, a)', 'ALLOCATABLE'],
    ['call move_alloc(any, a)', 'polymorphic'],
  ],
  'the descriptor of a value': [
    ['l = associated(v)', 'pointer'],
    ['l = allocated(v)', 'ALLOCATABLE'],
    ['q => v', 'TARGET'],
    ['q => u + 1', 'not a target'],
    ['nullify (v)', 'pointer'],
    ['deallocate (v)', 'Only pointers'],
    ['call move_alloc(v, b)', 'ALLOCATABLE'],
    ['call move_alloc(b + 1, b)', 'ALLOCATABLE'],
  ],
  'a value as a procedure': [
    ['call take(1)\ncontains\nsubroutine take(f)\nreal, external :: f\nend subroutine', 'procedure'],
    ['call take(x)\ncontains\nsubroutine take(f)\nreal, external :: f\nend subroutine', 'procedure'],
    ['block\nprocedure(), pointer :: f\nf => i\nend block', 'procedure'],
    ['block\nprocedure(), pointer :: f\nf => null()\nend block', 'C'],
  ],
  'this intrinsic as an argument': [
    [
      'intrinsic :: sum\ncall take(sum)\ncontains\nsubroutine take(f)\nexternal :: f\nend subroutine',
      'argument',
    ],
    [
      'intrinsic :: max\ncall take(max)\ncontains\nsubroutine take(f)\nexternal :: f\nend subroutine',
      'argument',
    ],
    ['intrinsic :: sin\ncall take(sin)\ncontains\nsubroutine take(f)\nexternal :: f\nend subroutine', 'C'],
  ],
  'a result without its length': [
    ['block\ncharacter(*), external :: f\nc = f()\nend block', 'length'],
    ['c = f()\ncontains\ncharacter(*) function f()\nf = c\nend function', 'length'],
    ['contains\nsubroutine inner(f)\ncharacter(*), external :: f\nc = f()\nend subroutine', 'C'],
    ['contains\nsubroutine inner(f)\ncharacter(i), external :: f\nc = f()\nend subroutine', 'C'],
  ],
  'the result of a function with ENTRY': [
    ['function f(n)\ninteger :: n, f(n), g\nf = 1\nentry g(n)\ng = 1\nend function', 'result'],
    ['function f(n)\ninteger :: n, f(n), g(n)\nf = 1\nentry g(n)\ng = 1\nend function', 'C'],
    ["function f(n)\ncharacter(n) :: f\ncharacter(3) :: g\nf = 'a'\nentry g(n)\ng = 'b'\nend function", 'C'],
  ],
  'an array without array operands': [
    ['v = [(i, i = 1, 3)] + v', 'C'],
    ['v = merge(v, u, m)', 'C'],
    ["d = [character(5) :: 'a', 'b'](1:2)", 'Expected'],
    ['v = ss', 'shapes'],
    ['v(1:2) = ss', 'Cannot convert'],
    ['ss = s', 'C'],
    ['ss = part(1)', 'C'],
    ['v = -i', 'C'],
    ['v = max(i, 2)', 'C'],
    ['contains\nsubroutine inner(n, o)\ninteger, optional :: n(:), o(:)\nv = max(n, o)\nend subroutine', 'C'],
  ],
  'a constant structure without value': [
    ['contains\nsubroutine inner\ntype(part), parameter :: k\nprint *, k%n\nend subroutine', 'value'],
    [
      'contains\nsubroutine inner\ntype(part), parameter :: k = part(i)\nprint *, k%n\nend subroutine',
      'constant',
    ],
    ['contains\nsubroutine inner\ntype(part), parameter :: k = part(2)\nprint *, k%n\nend subroutine', 'C'],
  ],
  'constant characters without value': [
    ['contains\nsubroutine inner\ncharacter(3), parameter :: k\nprint *, k\nend subroutine', 'value'],
    ["contains\nsubroutine inner\ncharacter(:), parameter :: k = 'a'\nprint *, k\nend subroutine", 'length'],
    [
      "contains\nsubroutine inner(n)\ninteger :: n\ncharacter(n), parameter :: k = 'a'\nend subroutine",
      'constant',
    ],
    [
      "contains\nsubroutine inner\ncharacter(*), parameter :: k = trim('ab ') // 'c'\nprint *, k\nend subroutine",
      'C',
    ],
  ],
  'a type without definition': [
    ['block\ntype(missing) :: k\nend block', 'not defined'],
    ['block\ntype outer\ntype(missing) :: k\nend type\nend block', 'not defined'],
    ['block\ntype outer\ntype(outer), pointer :: k\nend type\ntype(outer) :: o\nend block', 'C'],
  ],
  'a component without bounds': [
    ['block\ntype outer\ninteger :: k(i)\nend type\nend block', 'constant'],
    ['block\ntype outer\ninteger :: k(:)\nend type\nend block', 'bounds'],
    [
      'block\ntype outer(n)\ninteger, len :: n\ninteger :: k(n)\nend type\ntype(outer(3)) :: o\nend block',
      'C',
    ],
  ],
  'a component without length': [
    ['block\ntype outer\ncharacter(i) :: k\nend type\nend block', 'constant'],
    ['block\ntype outer\ncharacter(*) :: k\nend type\nend block', 'length'],
    ['block\ntype outer\ncharacter(:) :: k\nend type\nend block', 'length'],
  ],
  'a sized component without length': [
    [
      'block\ntype outer(n)\ninteger, len :: n\ncharacter(n) :: k(2)\nend type\ntype(outer(3)) :: o\no%k = c\nend block',
      'C',
    ],
    [
      'block\ntype outer(n)\ninteger, len :: n\ncharacter(i) :: k(n)\nend type\ntype(outer(3)) :: o\nend block',
      'must depend only on constants',
    ],
  ],
  'an intrinsic function of arrays': [['v = cshift(u, 1) + pack(u, m)', 'C']],
  'an intrinsic subroutine': [['call random_number(x)\ncall random_seed()', 'C']],
  'an intrinsic function of scalars': [['i = lbound(v, 1) + size(w)', 'C']],
  'a limit that is not a constant': [
    ['x = huge(x) + tiny(1d0)\ni = huge(i)', 'C'],
    ['print *, huge(1.0_16), epsilon(1.0_16)', 'C'],
    ['i = huge(c)', 'huge'],
    ['x = tiny(any)', 'tiny'],
  ],
  'PRESENT of a value': [
    ['l = present(i)', 'PRESENT needs the name'],
    ['l = present(1)', 'PRESENT needs the name'],
    [
      'contains\nsubroutine inner(z)\ninteger, optional :: z(:)\nl = present(z(1))\nend subroutine',
      'PRESENT needs the name',
    ],
    [
      'contains\nsubroutine inner(z)\ninteger, optional :: z\nl = present((z))\nend subroutine',
      'PRESENT needs the name',
    ],
  ],
  'an intrinsic function of characters': [['c = adjustl(c) // trim(c) // char(65) // maxval(d)', 'C']],
  'a reduction': [['i = sum(v) + findloc(v, 1, dim=1)', 'C']],
};

function outcomeOf(lines: string): string {
  const text = lines.startsWith('function') ? lines : `program main\n${DECLARED}${lines}\nend program`;
  const result = compileFortran([{ path: 'x.f90', text: `${text}\n` }]);
  return result.ok ? 'C' : result.diagnostics.find(({ severity }) => severity === 'error')!.message;
}

test.each(Object.entries(ATTEMPTS))('%s is printed, or rejected before printing', (_place, attempts) => {
  for (const [lines, expected] of attempts) {
    const outcome = outcomeOf(lines);
    expect(outcome, lines).not.toContain('Internal');
    if (expected === 'C') expect(outcome, lines).toBe('C');
    else expect(outcome, lines).toContain(expected);
  }
});

test('the printing code gives up in exactly one place for each reason', () => {
  const named = readdirSync(PRINTING, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [
      ...readFileSync(`${PRINTING}/${path}`, 'utf8').matchAll(/unprintable\([^']*'([^']+)'/g),
    ])
    .map(([, place]) => place!);
  expect(named.sort()).toEqual(Object.keys(REASONS).sort());
});
