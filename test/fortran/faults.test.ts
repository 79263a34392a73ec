// Programs that fail at run time: their messages on standard error, and their exit statuses.
import { beforeAll, expect, test } from 'vitest';
import { ProgramRunner } from './program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

const FAULTS: [string, string, number, string][] = [
  [
    'RANDOM_SEED with two arguments, known only at run time',
    'integer :: n\ncall s(size=n)\ncall s(put=[(n, n = 1, 8)])\ncall s(n, [1])\ncontains\nsubroutine s(size, put)\ninteger, optional :: size, put(:)\ncall random_seed(size, put)\nend subroutine',
    2,
    'RANDOM_SEED should have at most one argument present.',
  ],
  [
    'a subscript beyond the bounds',
    'integer :: a(3), i = 4\na(i) = 1\nprint *, a',
    2,
    "Index '4' of dimension 1 of array 'a' above upper bound of 3",
  ],
  [
    'a constant subscript beyond the bounds',
    'integer :: a(3)\na(4) = 1',
    2,
    "Index '4' of dimension 1 of array 'a' above upper bound of 3",
  ],
  [
    'a subscript below the lower bound of an array of assumed size',
    'integer :: a(3) = 1\ncall s(a, 1)\ncall s(a, 0)\ncontains\nsubroutine s(b, i)\ninteger :: b(*), i\nb(2) = b(i)\nend subroutine',
    2,
    "Index '0' of dimension 1 of array 'b' below lower bound of 1",
  ],
  [
    'an actual array whose character length differs from the assumed-shape dummy',
    "character(7) :: c(2) = 'a'\ncall s(c)\ncontains\nsubroutine s(d)\ncharacter(5) :: d(:)\nprint *, d\nend subroutine",
    2,
    "Actual string length does not match the declared one for dummy argument 'd' (7/5)",
  ],
  [
    'assignment of an array to a section with a different shape',
    'integer, allocatable :: a(:), b(:)\nallocate (a(2), b(3))\na = 1; b = 2\na(:) = b',
    2,
    "At line 5 of file x.f90\nFortran runtime error: Array bound mismatch for dimension 1 of array 'a' (2/3)",
  ],
  [
    'MERGE of elements with different dynamic types',
    'type t\ninteger :: a = 0\nend type\ntype, extends(t) :: u\nend type\nclass(t), allocatable :: c(:), d(:)\nallocate (c(2))\nallocate (u :: d(2))\nc = merge(c, d, [.true., .false.])',
    2,
    "At line 10 of file x.f90\nFortran runtime error: The arguments of MERGE must have the same type, not 't' and 'u'",
  ],
  [
    'ALLOCATE of an array that is already allocated',
    'integer, allocatable :: a(:)\nallocate (a(2))\nallocate (a(2))',
    2,
    "At line 4 of file x.f90\nFortran runtime error: Attempting to allocate already allocated variable 'a'",
  ],
  [
    'MATMUL of a matrix and a vector that do not conform',
    'real :: a(2, 2) = 1\nreal, allocatable :: b(:)\nallocate (b(3))\nb = 1\nprint *, matmul(a, b)',
    2,
    'Incorrect extent in argument B in MATMUL intrinsic in dimension 1: is 3, should be 2',
  ],
  [
    'an ORDER that repeats a dimension',
    'integer :: o(2) = 2\nprint *, reshape([1, 2, 3, 4], [2, 2], order=o)',
    2,
    'Duplicate value 2 in ORDER argument to RESHAPE intrinsic',
  ],
  [
    'IEEE_INT with a rounding mode that is not supported',
    'call s\ncontains\nsubroutine s\nuse ieee_arithmetic\nreal :: x = 2.5\nprint *, ieee_int(x, ieee_other)\nend subroutine',
    2,
    'IEEE_INT and IEEE_RINT do not support the rounding mode IEEE_OTHER',
  ],
  [
    'an array constructor whose loop has step 0',
    'integer :: i, k = 0\nprint *, [(i, i = 1, 3, k)]',
    2,
    'Zero step in a DO loop',
  ],
  [
    'a character pointer to a target with a different length',
    "character(9), target :: s = 'a'\ncharacter(4), pointer :: p\ninteger :: i = 7\np => s(1:i)",
    2,
    'Unequal character lengths (4/7) in pointer assignment',
  ],
  [
    'DEALLOCATE of an unallocated array',
    'integer, allocatable :: a(:)\ndeallocate (a)',
    2,
    "Attempt to DEALLOCATE unallocated 'a'",
  ],
  [
    'an element of an array that is not allocated',
    'integer, allocatable :: a(:)\na(1) = 3\nprint *, a',
    2,
    "At line 3 of file x.f90\nFortran runtime error: The allocatable variable 'a' is not allocated",
  ],
  [
    'an ELSE IF that reads an unallocated array, after a branch with statements',
    'real, allocatable :: a\nif (iargc() > 9) then\nprint *, 1\nprint *, 2\nelse if (a > 1) then\nprint *, 3\nend if',
    2,
    "At line 6 of file x.f90\nFortran runtime error: The allocatable variable 'a' is not allocated",
  ],
  [
    'local array bounds that read a null pointer',
    'integer, pointer :: p\nnullify (p)\ncall s\ncontains\nsubroutine s\nreal :: a(p)\na = 1\nprint *, a\nend subroutine',
    2,
    "At line 6 of file x.f90\nFortran runtime error: The pointer 'p' is not associated",
  ],
  [
    'the sum of an array that is not allocated',
    'real, allocatable :: a(:)\nprint *, sum(a)',
    2,
    "The allocatable variable 'a' is not allocated",
  ],
  [
    'a component through a pointer without target',
    'type t\ninteger :: k\nend type\ntype(t), pointer :: q\nnullify (q)\nprint *, q%k',
    2,
    "At line 7 of file x.f90\nFortran runtime error: The pointer 'q' is not associated",
  ],
  [
    'a loop variable that is changed',
    'integer :: i\ndo i = 1, 3\ncall s(i)\nend do\ncontains\nsubroutine s(k)\ninteger :: k\nk = k + 1\nend subroutine',
    2,
    'Loop variable has been modified',
  ],
  [
    'a loop to the largest integer',
    'integer(1) :: i\ndo i = 125, huge(i)\nend do',
    2,
    'At line 3 of file x.f90\nFortran runtime error: Loop iterates infinitely',
  ],
  [
    'a dimension beyond the rank of an array',
    'integer :: a(2, 2) = 1, d = 3\nprint *, sum(a, dim=d)',
    2,
    'Dim argument incorrect: is 3, should be between 1 and 2',
  ],
  ['a step of zero', 'integer :: i, k = 0\ndo i = 1, 3, k\nend do', 2, 'DO step value is zero'],
  [
    'recursion of a procedure that is not RECURSIVE',
    'call s(3)\ncontains\nsubroutine s(k)\ninteger :: k\nif (k > 0) call t(k - 1)\nend subroutine\nsubroutine t(k)\ninteger :: k\ncall s(k)\nend subroutine',
    2,
    "Recursive call to nonrecursive procedure 's'",
  ],
  [
    'characters of different lengths in a constructor',
    "character(5) :: a = 'abc'\ninteger :: n = 2\nprint *, [a(1:n), a(1:3)]",
    2,
    'Different CHARACTER lengths (2/3) in array constructor',
  ],
  [
    'an actual argument with too few characters',
    "call s('abc')\ncontains\nsubroutine s(c)\ncharacter(5) :: c\nprint *, c\nend subroutine",
    2,
    "Actual string length is shorter than the declared one for dummy argument 'c' (3/5)",
  ],
  [
    'MATMUL of matrices that do not conform',
    'real, allocatable :: a(:, :), b(:, :)\nallocate (a(2, 3), b(2, 2))\na = 1; b = 1\nprint *, matmul(a, b)',
    2,
    'Incorrect extent in argument B in MATMUL intrinsic in dimension 1: is 2, should be 3',
  ],
  [
    'operands that do not conform',
    'integer, allocatable :: a(:), b(:)\na = [1, 2]; b = [1, 2, 3]\nprint *, a + b',
    2,
    "Array bound mismatch for dimension 1 of array 'b' (3/2)",
  ],
  [
    'a mask whose shape differs from the array',
    'integer, allocatable :: a(:)\nlogical, allocatable :: m(:)\na = [1, 2, 3]; m = [.true., .false.]\nprint *, sum(a, mask=m)',
    2,
    "Array bound mismatch for dimension 1 of array 'm' (2/3)",
  ],
  [
    'WHERE with a mask with a different shape',
    'integer, allocatable :: a(:)\nlogical, allocatable :: m(:)\na = [1, 2, 3]; m = [.true., .false.]\nwhere (m) a = 0',
    2,
    "Array bound mismatch for dimension 1 of array 'a' (3/2)",
  ],
  [
    'DOT_PRODUCT of vectors of different lengths',
    'real, allocatable :: a(:), b(:)\na = [1.0, 2.0]; b = [1.0]\nprint *, dot_product(a, b)',
    2,
    "Array bound mismatch for dimension 1 of array 'a' (2/1)",
  ],
  [
    'an element of a vector subscript that is out of bounds',
    'integer :: a(5) = 1, v(2) = [1, 9]\nprint *, a(v)',
    2,
    "Index '9' of dimension 1 of array 'a' outside of expected range (1:5)",
  ],
  [
    'RESHAPE with too few elements',
    'integer, allocatable :: a(:)\na = [1, 2, 3]\nprint *, reshape(a, [2, 2])',
    2,
    'Incorrect size in SOURCE argument to RESHAPE intrinsic: is 3, should be 4',
  ],
  [
    'an ORDER that is not a permutation',
    'integer :: a(4) = 1, n = 2\nprint *, reshape(a, [n, n], order=[1, n + 1])',
    2,
    'Value 3 out of range in ORDER argument to RESHAPE intrinsic',
  ],
  [
    'UNPACK with too few elements',
    'integer, allocatable :: v(:)\nlogical :: m(3) = .true.\nv = [7]\nprint *, unpack(v, m, 0)',
    2,
    'Incorrect size in VECTOR argument to UNPACK intrinsic: is 1, should be 2',
  ],
  [
    'CSHIFT with the wrong number of shifts',
    'integer :: a(2, 2) = 1\ninteger, allocatable :: s(:)\ns = [1, 2, 3]\nprint *, cshift(a, s, 1)',
    2,
    'Incorrect extent in SHIFT argument of CSHIFT intrinsic in dimension 1: is 3, should be 2',
  ],
  [
    'a pointer with more elements in its bounds than in its target',
    'integer, target :: a(4) = 1\ninteger, pointer :: q(:)\ninteger :: n = 6\nq(1:n) => a\nprint *, q(1)',
    2,
    'Target of rank remapping is too small (4 < 6)',
  ],
  [
    'a call through a procedure pointer without target',
    'procedure(), pointer :: q => null()\ncall q()',
    2,
    "The pointer 'q' is not associated",
  ],
  [
    'elements of an extended type for an array of assumed size of the declared type',
    [
      'type b',
      'integer :: i',
      'end type',
      'type, extends(b) :: e',
      'integer :: k',
      'end type',
      'type(e) :: x(3) = [e(1, 10), e(2, 20), e(3, 30)]',
      'call c(x)',
      'contains',
      'subroutine c(a)',
      'class(b) :: a(*)',
      'call counted(a)',
      'call open(a)',
      'end subroutine',
      'subroutine counted(a)',
      'type(b) :: a(3)',
      'if (any(a%i /= [1, 2, 3])) error stop 7',
      'end subroutine',
      'subroutine open(a)',
      'type(b) :: a(*)',
      'print *, a(2)%i',
      'end subroutine',
    ].join('\n'),
    2,
    "The elements of 'a' are of type 'e': an assumed-size array of them cannot be passed as 'b'",
  ],
  [
    'a pointer that is passed on while it is not associated',
    'integer, pointer :: p => null()\ncall s(p)\ncontains\nsubroutine s(i)\ninteger :: i\nend subroutine',
    2,
    "At line 3 of file x.f90\nFortran runtime error: Pointer actual argument 'p' is not associated",
  ],
  [
    'an allocatable component that is passed on while it is not allocated',
    'type t\nreal, allocatable :: x(:)\nend type\ntype(t) :: a\ncall s(a%x)\ncontains\nsubroutine s(x)\nreal :: x(:)\nend subroutine',
    2,
    "Allocatable actual argument 'x' is not allocated",
  ],
  [
    'an optional pointer that is absent, for a dummy that is not optional',
    'call s()\ncontains\nsubroutine s(p)\ncharacter(3), pointer, optional :: p\ncall r(p)\nend subroutine\nsubroutine r(c)\ncharacter(*) :: c\nend subroutine',
    2,
    "Pointer actual argument 'p' is not associated or not present",
  ],
  [
    'a function whose pointer is not associated',
    'integer :: n = 0\ncall s(f())\ncontains\nfunction f()\ninteger, pointer :: f\nn = n + 1\nif (n > 1) stop 9\nf => null()\nend function\nsubroutine s(i)\ninteger :: i\nend subroutine',
    2,
    "Pointer actual argument 'f' is not associated",
  ],
  [
    'a procedure pointer that is passed on while it is not associated',
    'procedure(), pointer :: p => null()\ncall s(p)\ncontains\nsubroutine s(q)\nexternal :: q\nend subroutine',
    2,
    "Proc-pointer actual argument 'p' is not associated",
  ],
  [
    'a pointer that is not associated, passed to an external procedure without an interface',
    'call r(s)\ncontains\nsubroutine r(q)\nexternal :: q\nreal, pointer :: p(:)\nnullify(p)\ncall q(p)\nend subroutine\nsubroutine s(x)\nreal :: x(*)\nend subroutine',
    2,
    "Pointer actual argument 'p' is not associated",
  ],
  [
    'SIZE of an array that is not allocated',
    'class(*), allocatable :: a(:)\nif (allocated(a) .and. size(a) > 1) stop 3\nprint *, size(a)',
    2,
    "At line 4 of file x.f90\nFortran runtime error: Allocatable argument 'a' is not allocated",
  ],
  [
    'assignment of a scalar to an array that is not allocated',
    'type t\ncharacter(:), allocatable :: x(:)\nend type\ntype(t) :: a\na%x = "b"',
    2,
    'At line 6 of file x.f90\nFortran runtime error: Assignment of scalar to unallocated array',
  ],
  [
    'a character pointer with a different length than the dummy',
    'call s(7)\ncontains\nsubroutine s(n)\ninteger :: n\ncharacter(n), pointer :: p\nnullify(p)\ncall r(p)\nend subroutine\nsubroutine r(p)\ncharacter(5), pointer :: p\nend subroutine',
    2,
    "Actual string length does not match the declared one for dummy argument 'p' (7/5)",
  ],
  [
    'an allocatable character array with a different length than the dummy',
    'character(7), allocatable :: c(:)\ncall s(c, 5)\ncontains\nsubroutine s(c, n)\ninteger :: n\ncharacter(n), allocatable :: c(:)\nend subroutine',
    2,
    "Actual string length does not match the declared one for dummy argument 'c' (7/5)",
  ],
  [
    'MERGE of characters with different lengths',
    'call s("ab")\ncontains\nsubroutine s(a)\ncharacter(*) :: a\ncharacter(3) :: b = "abc"\nprint *, merge(a, b, len(a) > 1)\nend subroutine',
    2,
    'At line 7 of file x.f90\nFortran runtime error: Unequal character lengths (2/3) in MERGE intrinsic',
  ],
  [
    'two optional arguments that are both passed to RANDOM_SEED',
    'integer :: n, seed(8)\nseed = 1\ncall s(put=seed)\ncall s(n, seed)\ncontains\nsubroutine s(size, put)\ninteger, optional :: size, put(:)\ncall random_seed(size, put)\nend subroutine',
    2,
    'RANDOM_SEED should have at most one argument present',
  ],
  ['reading past the end', 'integer :: i\nread (*, *) i', 2, 'End of file'],
  [
    'a malformed FORMAT',
    "character(9) :: f = '(i5, q3)'\nwrite (*, f) 1",
    2,
    "Unexpected element 'Q' in format",
  ],
  [
    'an output item whose type does not match the format',
    "write (*, '(f5.2)') 1",
    2,
    'Expected REAL for item 1 in formatted transfer, got INTEGER',
  ],
  [
    'a missing file',
    "open (10, file='none', status='old')",
    2,
    "Cannot open file 'none': No such file or directory",
  ],
  ['division by zero', 'integer :: i = 0\nprint *, 5 / i', 2, 'Integer division by zero'],
  ['ERROR STOP with a number', 'error stop 3', 3, 'ERROR STOP 3'],
  ['STOP with text', "stop 'done'", 0, 'STOP done'],
];

for (const [name, body, status, message] of FAULTS) {
  test(name, async () => {
    const run = runner.run(
      await runner.compile('x.f90', `program main\n${body}\nend program\n`, {
        checkBounds: true,
        checkMemory: true,
        checkLoops: true,
        checkRecursion: true,
      }),
    );
    expect(run.stderr).toContain(message);
    expect(run.status).toBe(status);
  });
}

const UNALLOCATED: readonly [string, string][] = [
  ['an element that is written', 'a(2) = 1'],
  ['an element that is read', 'print *, a(1)'],
  ['a section', 'print *, sum(a(1:1000))'],
  ['an element of a matrix', 'b(2, 3) = a(4)'],
  ['characters', "c(1)(2:3) = 'x'"],
  ['an element of a component', 't%a(3) = 2'],
  ['an element after DEALLOCATE', 'allocate (a(3))\ndeallocate (a)\na(1) = 2'],
  ['an element of an argument', 'call s(a)'],
];

for (const [name, body] of UNALLOCATED) {
  test(`${name} of an unallocated array stops the program even without -fcheck`, async () => {
    const text = `program main
type u
real, allocatable :: a(:)
end type
type(u) :: t
real, allocatable :: a(:), b(:, :)
character(5), allocatable :: c(:)
${body}
contains
subroutine s(d)
real, allocatable :: d(:)
d(1) = 1
end subroutine
end program
`;
    const { status, stderr } = runner.run(await runner.compile('x.f90', text));
    expect(stderr).toMatch(
      /^At line \d+ of file x\.f90\nFortran runtime error: The allocatable variable '[abcd]' is not allocated/,
    );
    expect(status).toBe(2);
  });
}

const WITHOUT_MEMORY: readonly [string, string, string][] = [
  ['a scalar', 'print *, x + 1', "The allocatable variable 'x' is not allocated"],
  ['a scalar that is written', 'x = x', "The allocatable variable 'x' is not allocated"],
  ['a pointer', 'q = 3', "The pointer 'q' is not associated"],
  ['an element of a pointer', 'r(2) = 3', "The pointer 'r' is not associated"],
  ['a sum over a pointer', 'print *, sum(r)', "The pointer 'r' is not associated"],
  ['a component of a pointer', 'print *, n%next%v', "The pointer 'next' is not associated"],
  ['a component of an allocatable object', 'm%v = 1', "The allocatable variable 'm' is not allocated"],
  ['an array in an expression', 'print *, a + 1', "The allocatable variable 'a' is not allocated"],
  ['an array that is assigned', 'b = a', "The allocatable variable 'a' is not allocated"],
  ['an array in an output list', 'print *, a', "The allocatable variable 'a' is not allocated"],
  ['an internal file', 'read (t, *) q', "The allocatable variable 't' is not allocated"],
  ['the mask of WHERE', 'where (a > 1) a = 0', "The allocatable variable 'a' is not allocated"],
  [
    'the name of ASSOCIATE',
    'associate (c => a)\nend associate',
    "The allocatable variable 'a' is not allocated",
  ],
  ['an array passed as assumed shape', 'call s(a)', "Allocatable actual argument 'a' is not allocated"],
  ['an array passed as explicit shape', 'call e(a)', "Allocatable actual argument 'a' is not allocated"],
  ['a scalar argument', 'call g(x)', "Allocatable actual argument 'x' is not allocated"],
  ['the result of a function', 'print *, f(1)', "The allocatable variable 'f' is not allocated"],
  ['the characters of a function', 'print *, w()', "The allocatable variable 'w' is not allocated"],
  ['characters', 'print *, t', "The allocatable variable 't' is not allocated"],
  ['a substring', "t(1:2) = 'ab'", "The allocatable variable 't' is not allocated"],
  ['a procedure pointer', 'call h()', "The pointer 'h' is not associated"],
];

test.each(WITHOUT_MEMORY)('%s that is unallocated is named in the error', async (_, body, message) => {
  const text = `program main
type node
integer :: v = 1
type(node), pointer :: next => null()
end type
type(node) :: n
type(node), allocatable :: m
real, allocatable :: a(:), b(:), x
real, pointer :: q => null(), r(:) => null()
character(:), allocatable :: t
procedure(), pointer :: h => null()
${body}
contains
subroutine s(d)
real, intent(in) :: d(:)
end subroutine
subroutine e(d)
real :: d(3)
end subroutine
subroutine g(d)
real :: d
end subroutine
function f(k)
integer, intent(in) :: k
real, allocatable :: f(:)
if (k > 5) allocate (f(k))
end function
function w()
character(:), allocatable :: w
end function
end program
`;
  const { status, stderr } = runner.run(await runner.compile('x.f90', text));
  expect(stderr).toMatch(/^At line \d+ of file x\.f90\n/);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});

test('passing an unallocated object makes an optional argument absent', async () => {
  const text = `program main
real, allocatable :: x, a(:)
character(:), allocatable :: t
call s(x, a, t)
contains
subroutine s(x, a, t)
real, optional :: x, a(:)
character(*), optional :: t
print '(3l1)', present(x), present(a), present(t)
end subroutine
end program
`;
  expect(runner.run(await runner.compile('x.f90', text))).toMatchObject({ stdout: 'FFF\n', status: 0 });
});

test('QUIET= suppresses STOP’s message and keeps its status', async () => {
  const stops = ['stop 3, quiet=q', "error stop 'bad', quiet=q", 'error stop, quiet=.not. q'];
  const runs: unknown[] = [];
  for (const stop of stops) {
    const text = `program main\nlogical(1) :: q = .true.\n${stop}\nend program\n`;
    const { status, stderr } = runner.run(await runner.compile('x.f90', text, {}));
    runs.push([status, stderr]);
  }
  expect(runs).toEqual([
    [3, ''],
    [1, ''],
    [1, 'ERROR STOP\n'],
  ]);
});
