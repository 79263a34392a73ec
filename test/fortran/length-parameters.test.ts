// The standard requires the length parameters of an object and of its value to be equal: 10.2.1.2, 10.2.2.3 and
// 15.5.2.5. GNU Fortran 12 checks only arguments, with -fcheck=all.
import { beforeAll, expect, test } from 'vitest';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';
import { ProgramRunner } from './program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

test('lengths are fixed when the procedure begins, and matching lengths are accepted', async () => {
  const text = `! Objects whose lengths are a variable that changes afterwards, and what they are given.
program p
  implicit none
  type t(n)
    integer, len :: n
    integer :: x(n)
  end type
  type w(m)
    integer, len :: m
    type(t(m)), allocatable :: p
    type(t(m)) :: q
    type(t(m)), pointer :: r => null()
    type(t(m)), allocatable :: s(:)
  end type
  call ok(4)
contains
  subroutine ok(n0)
    integer, intent(in) :: n0
    integer :: n
    n = n0
    call inner(n)
  end subroutine
  subroutine inner(n)
    integer, intent(inout) :: n
    type(t(n)) :: a, b, arr(2)
    type(t(n)), allocatable :: c, d(:)
    type(t(n)), pointer :: e
    type(t(:)), allocatable :: f, g(:)
    type(w(n)) :: o
    class(t(n)), allocatable :: h
    n = 9
    a%x = 1; b%x = 2
    a = b
    arr = b
    print *, arr%n, arr(2)%x
    allocate(c)
    print *, c%n
    c = b
    d = [a, b]
    print *, c%n, size(d), d%n
    deallocate(c); c = a
    allocate(e); print *, e%n; e%x = 5; e = a
    f = a; print *, f%n
    g = arr; print *, g%n
    allocate(o%p); print *, o%p%n
    o%p%x = 3; o%q = o%p; print *, o%q%x
    allocate(o%s(2)); print *, o%s%n
    o%s = arr
    allocate(o%r); print *, o%r%n
    h = a
    deallocate(h)
    allocate(h, source=a)
    print *, h%n
    call takes(a, 4)
    call take2(arr, 4)
    where ([.true.,.false.]) arr = d
    print *, both(a)
  end subroutine
  subroutine takes(a, k)
    integer, intent(in) :: k
    type(t(k)) :: a
    print *, 'takes', a%n
  end subroutine
  subroutine take2(a, k)
    integer, intent(in) :: k
    type(t(k)), optional, intent(inout) :: a(:)
    if (present(a)) print *, 'takes', a%n
  end subroutine
  integer function both(a)
    type(t(*)) :: a
    both = sum(a%x)
  end function
end program
`;
  const { status, stdout, stderr } = runner.run(await runner.compile('x.f90', text));
  expect(`${status} ${stderr}`).toBe('0 ');
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '));
  expect(lines).toEqual([
    '4 2 2 2 2',
    '4',
    '4 2 4',
    '4',
    '4',
    '4',
    '4',
    '3 3 3 3',
    '4',
    '4',
    '4',
    'takes 4',
    'takes 4',
    '8',
  ]);
});

const TYPES = [
  'type t(n)',
  'integer, len :: n',
  'integer :: x(n)',
  'end type',
  'type w(n)',
  'integer, len :: n',
  'type(t(n)) :: q',
  'type(t(n)), allocatable :: p',
  'type(t(n)), pointer :: r',
  'end type',
];

/** Declarations, and a statement that is invalid for the lengths 3 and 5 that the caller passes. */
const FAULTS: [string, string[]][] = [
  ['an assignment', ['type(t(n)) :: a', 'type(t(m)) :: b', 'a = b']],
  ['an assignment of arrays', ['type(t(n)) :: a(2)', 'type(t(m)) :: b(2)', 'a = b']],
  ['an assignment to an allocatable', ['type(t(n)), allocatable :: a', 'type(t(m)) :: b', 'a = b']],
  [
    'an assignment that allocates an array',
    ['type(t(n)), allocatable :: a(:)', 'type(t(m)) :: b', 'a = [b]'],
  ],
  ['an assignment to a component', ['type(w(n)) :: a', 'type(t(m)) :: b', 'a%q = b']],
  ['an assignment to an allocatable component', ['type(w(n)) :: a', 'type(t(m)) :: b', 'a%p = b']],
  ['WHERE', ['type(t(n)) :: a(2)', 'type(t(m)) :: b(2)', 'where ([.true., .false.]) a = b']],
  ['FORALL', ['type(t(n)) :: a(2)', 'type(t(m)) :: b', 'forall (i = 1:2) a(i) = b']],
  ['a constructor', ['type(w(n)) :: a', 'type(t(m)) :: b', 'a = w(n)(b, null(), null())']],
  ['a pointer', ['type(t(n)), pointer :: a', 'type(t(m)), target :: b', 'a => b']],
  ['a pointer component', ['type(w(n)) :: a', 'type(t(m)), target :: b', 'a%r => b']],
  ['a type in ALLOCATE', ['type(t(n)), pointer :: a', 'allocate (t(m) :: a)']],
  ['SOURCE=', ['type(t(n)), allocatable :: a', 'type(t(m)) :: b', 'allocate (a, source=b)']],
  [
    'MOVE_ALLOC',
    ['type(t(n)), allocatable :: a', 'type(t(m)), allocatable :: b', 'allocate (b)', 'call move_alloc(b, a)'],
  ],
];

test('mismatched lengths end the program with a message', async () => {
  // A program that contains all of these procedures; its input selects one.
  const procedures = FAULTS.flatMap(([, lines], i) => [
    `subroutine s${i}(n, m)`,
    'integer, intent(in) :: n, m',
    ...lines,
    'end subroutine',
  ]);
  const calls = FAULTS.map((_, i) => `if (k == ${i}) call s${i}(3, 5)`);
  const text = ['program p', ...TYPES, 'read *, k', ...calls, 'contains', ...procedures, 'end program', ''];
  const module = await runner.compile('x.f90', text.join('\n'));
  FAULTS.forEach(([what], i) => {
    const { status, stderr } = runner.run(module, `${i}\n`);
    expect(`${what}: ${status} ${stderr}`).toContain('2 At line');
    expect(`${what}: ${stderr}`).toContain("The length parameter 'n' must be 3 here, but is 5");
  });
});

test("an argument whose lengths differ from the dummy's ends the program with a message", async () => {
  const text = `module shapes
  type t(n)
    integer, len :: n
    integer :: x(n)
  end type
contains
  subroutine takes(a, k)
    integer, intent(in) :: k
    type(t(k)) :: a(:)
    if (size(a) > 0) print *, a%n
  end subroutine
end module
program p
  use shapes
  type(t(5)) :: b(2)
  call takes(b, 5)
  call takes(b(:0), 4)
  call takes(b, 4)
end program
`;
  const { stdout, stderr } = runner.run(await runner.compile('x.f90', text));
  expect(stdout).toMatch(/^ +5\n$/);
  expect(stderr).toContain("The length parameter 'n' must be 4 here, but is 5");
});

test('a function may return a procedure pointer, which has no lengths', () => {
  const text = `module m
  implicit none
  abstract interface
    real function number()
    end function
  end interface
contains
  function chosen(f)
    procedure(number) :: f
    procedure(number), pointer :: chosen
    chosen => f
  end function
end module
`;
  const { diagnostics } = compileFortran([{ path: 'x.f90', text }]);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
});

function refusals(lines: readonly string[]): string {
  const text = ['program p', ...TYPES, ...lines, 'end program', ''].join('\n');
  const { ok, diagnostics } = compileFortran([{ path: 'x.f90', text }]);
  return ok ? '' : diagnostics.map(({ message }) => message).join('\n');
}

test.each<[string, string[], string]>([
  ['an assignment', ['type(t(3)) :: a', 'type(t(5)) :: b', 'a = b'], 'is 3 in the first and 5 in the second'],
  [
    'a function result',
    ['type(t(3)) :: a', 'a = f()', 'contains', 'function f()', 'type(t(5)) :: f', 'f%x = 1', 'end function'],
    'is 3 in the first and 5 in the second',
  ],
  ['an initial value', ['type(t(2)) :: a = t(3)([1, 2, 3])'], 'is 2 in the first and 3 in the second'],
  [
    'a pointer',
    ['type(t(3)), pointer :: a', 'type(t(5)), target :: b', 'a => b'],
    'The pointer and its target have different types',
  ],
  ['an array', ['print *, size([t(2)([1, 2]), t(1)([1])])'], 'The values in this array have different types'],
  [
    'an argument',
    ['type(t(5)) :: b', 'call s(b)', 'contains', 'subroutine s(a)', 'type(t(3)) :: a', 'end subroutine'],
    'The argument "a" of "s" has a different type',
  ],
  [
    'lengths of a saved variable',
    ['integer :: k', 'type(t(k)) :: a'],
    'The type parameters of "a" must be constant',
  ],
  [
    'lengths of an assumed-size array',
    ['contains', 'subroutine s(a)', 'type(t(3)) :: a(*)', 'end subroutine'],
    'the length parameters of its type must be "*"',
  ],
])('%s with different constant lengths is rejected', (_, lines, message) => {
  expect(refusals(lines)).toContain(message);
});
