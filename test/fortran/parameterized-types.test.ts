// Derived types with parameters, according to the standard. GNU Fortran 12 fails with internal errors on these programs
// or rejects them, so their output was derived by hand. parameterized-types/basic.f90 contains the programs that
// gfortran 12 compiles, with recorded output.
import { beforeAll, expect, test } from 'vitest';
import { ProgramRunner } from './program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

const CHECKS = { checkBounds: true };

/** A program's output: its lines, with one space between values and without trailing zeros in numbers. */
async function printed(text: string, input = ''): Promise<string[]> {
  const { status, stdout, stderr } = runner.run(await runner.compile('x.f90', text, CHECKS), input);
  expect(`${status} ${stderr}`).toBe('0 ');
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/ +/g, ' ')
        .replace(/(\.\d*?)0+(?= |$)/g, '$1'),
    );
}

test('objects with length parameters are read and written as a whole, without their parameters', async () => {
  const text = `program p
  implicit none
  type inner(n)
    integer, len :: n
    integer :: v(n)
  end type
  type, extends(inner) :: t(k, l)
    integer, kind :: k = 4
    integer, len :: l
    character(l) :: c
    real(k) :: r = 1.5
  end type
  type holder
    type(inner(2)) :: part
  end type
  type(t(3, l=2)) :: x, z(2)
  type(t(n=:, l=:)), allocatable :: y
  type(holder) :: h
  character(40) :: text
  integer :: bytes
  x%v = [1, 2, 3]
  x%c = 'ab'
  print *, x
  z(1) = x
  z(2) = x
  z(2)%v(2) = 9
  write (*, '(3i2, a3, f4.1)') z
  print *, made(2)
  allocate (t(3, l=2) :: y)
  open (10, form='unformatted', status='scratch')
  write (10) x
  rewind (10)
  read (10) y
  print *, y
  read (5, *) y%v, h
  write (text, *) h, y%v(3)
  print '(a)', trim(text)
  read (5, *) z
  print *, z(2)%inner, z(1)%c
  inquire (iolength=bytes) x
  print *, bytes
contains
  function made(n) result(f)
    integer, intent(in) :: n
    type(inner(n)) :: f
    f%v = 7
  end function
end program
`;
  const input = "4 5 6 7 8\n1 2 3 'xy' 2.5 4 5 6 'zz' 3.5\n";
  expect(await printed(text, input)).toEqual([
    '1 2 3 ab 1.5',
    '1 2 3 ab 1.5',
    '1 9 3 ab 1.5',
    '7 7',
    '1 2 3 ab 1.5',
    '7 8 6',
    '4 5 6 xy',
    '18',
  ]);
});

test('each list of kinds defines a separate type', async () => {
  const text = `! Types with kind parameters: an instance for each list of kinds, in generic procedures, lists, extensions and arrays.
module numbers
  implicit none
  integer, parameter :: sp = kind(1.0), dp = kind(1.0d0)
  type :: pair(k, i)
    integer, kind :: k = sp
    integer, kind :: i = 4
    real(k) :: x, y
    integer(i) :: n
  end type
  type :: chain(k)
    integer, kind :: k
    real(k) :: value
    type(chain(k)), pointer :: next => null()
  end type
  type, extends(pair) :: named(l)
    integer, kind :: l = 1
    character(8) :: name
    integer(l) :: tag
  end type
  interface total
    procedure total_sp, total_dp
  end interface
contains
  real(sp) function total_sp(p)
    type(pair(sp)), intent(in) :: p
    total_sp = p%x + p%y + p%n
  end function
  real(dp) function total_dp(p)
    type(pair(dp)), intent(in) :: p
    total_dp = p%x + p%y + p%n
  end function
  function push(list, value) result(head)
    type(chain(dp)), pointer, intent(in) :: list
    real(dp), intent(in) :: value
    type(chain(dp)), pointer :: head
    allocate (head)
    head%value = value
    head%next => list
  end function
  subroutine describe(p)
    class(pair(dp, 2)), intent(in) :: p
    select type (p)
    type is (named(dp, 2, 8))
      print *, 'named', p%name, p%tag, kind(p%tag), p%l
    type is (pair(dp, 2))
      print *, 'pair', p%n
    end select
  end subroutine
end module

program kinds
  use numbers
  implicit none
  type(pair) :: a
  type(pair(dp)) :: b
  type(pair(i=2, k=dp)) :: c(3)
  type(pair(k=dp)), allocatable :: d
  type(chain(dp)), pointer :: list => null(), walk
  type(named(dp, 2, 8)) :: e
  real(b%k) :: wide
  integer, parameter :: kk = kind(wide)
  integer :: i

  a = pair(4, 4, 1.5, 2.5, 3)
  b%x = 1.0_dp / 3
  b%y = a%y
  b%n = a%n
  print *, total(a), total(b), a%k, b%k, c%k, kk, kind(c%n)
  do i = 1, 3
    c(i) = pair(dp, 2, i, i**2, i * 10)
  end do
  print *, c%x, c%n, sum(c%y)
  allocate (d)
  d = b
  d%n = 7
  print *, total(d), total(b)
  do i = 1, 3
    list => push(list, sqrt(real(i, dp)))
  end do
  walk => list
  do while (associated(walk))
    print *, walk%value
    walk => walk%next
  end do
  e%x = 0.5
  e%n = 12
  e%name = 'extended'
  e%tag = 2_8**40
  call describe(e)
  call describe(c(2))
  print *, e%k, e%i, e%l, e%pair%n
end program
`;
  expect(await printed(text)).toEqual([
    '7. 5.8333333333333339 4 8 8 8 2',
    '1. 2. 3. 10 20 30 14.',
    '9.8333333333333339 5.8333333333333339',
    '1.7320508075688772',
    '1.4142135623730951',
    '1.',
    'namedextended 1099511627776 8 8',
    'pair 20',
    '8 2 8 12',
  ]);
});

test('a length parameter of an array is a scalar, and a constant if it is declared as one', async () => {
  const text = `program p
  type t(k, n)
    integer, kind :: k = 4
    integer, len :: n = 3
    real(k) :: x(n)
    character(n) :: c
  end type
  type nest
    type(t(4, 6)) :: inner
  end type
  type(t(8, 5)) :: a(2)
  type(nest) :: b(4)
  type(t(4, :)), allocatable :: d(:)
  integer, parameter :: n = a%n, length = len(a(1)%c), inner = b(1)%inner%n
  integer :: i
  allocate (t(4, 7) :: d(3:5))
  i = d%n
  print *, i, n, length, inner, size([a%n]), size([d%n]), size([d(4:)%n, b%inner%n])
  call show (a, d)
contains
  subroutine show (y, z)
    type(t(8, *)) :: y(:)
    type(t(4, :)), allocatable :: z(:)
    integer :: j
    j = y%n
    print *, j, z%n, z%k
  end subroutine
end program`;
  expect(await printed(text)).toEqual(['7 5 5 6 1 1 2', '5 7 4']);
});

test('an array without elements has no length parameters unless its declaration specifies them', async () => {
  const text = `program p
  type t(n)
    integer, len :: n
    integer :: v(n)
  end type
  type(t(:)), allocatable :: a(:)
  allocate (t(7) :: a(2))
  print *, a%n
  deallocate (a)
  allocate (t(7) :: a(0))
  print *, a%n
end program
`;
  const { status, stdout, stderr } = runner.run(await runner.compile('x.f90', text));
  expect([status, stdout.trim()]).toEqual([2, '7']);
  expect(stderr).toContain(`Index '1' of dimension 1 of array 'a' above upper bound of 0`);
});

test('components take their bounds and lengths from parameters', async () => {
  const text = `! Types with length parameters: bounds and lengths of components, deferred and assumed ones, copies, results, nested objects.
module matrices
  implicit none
  type :: matrix(k, rows, columns)
    integer, kind :: k = kind(1.0d0)
    integer, len :: rows, columns = 2
    real(k) :: cell(rows, columns)
    integer :: edits = 0
  end type
  type :: text(n)
    integer, len :: n
    character(n) :: line
    character(n) :: lines(2)
    integer :: codes(0:n - 1) = 7
  end type
  type :: report(n)
    integer, len :: n
    type(text(2 * n)) :: title
    type(matrix(4, n, n + 1)) :: data
    type(text(n)) :: notes(n)
  end type
  type, extends(text) :: marked(m)
    integer, len :: m
    logical :: marks(n, m)
  end type
contains
  function filled(rows, columns, value) result(m)
    integer, intent(in) :: rows, columns
    real(8), intent(in) :: value
    type(matrix(8, rows, columns)) :: m
    m%cell = value
    m%edits = 1
  end function
  subroutine double(m)
    type(matrix(8, *, *)), intent(inout) :: m
    integer :: i
    do i = 1, m%columns
      m%cell(:, i) = 2 * m%cell(:, i)
    end do
    m%edits = m%edits + 1
  end subroutine
  subroutine again(t)
    type(text(*)), intent(out) :: t
    t%line = 'again'
  end subroutine
  subroutine local(n)
    integer, intent(in) :: n
    type(text(n)) :: t
    type(matrix(4, n, 3)) :: several(2)
    t%line = 'abcdefghij'
    several(2)%cell = n
    several(1) = several(2)
    print *, t%line, len(t%line), lbound(t%codes), ubound(t%codes), t%codes
    print *, shape(several(1)%cell), sum(several(1)%cell), several%rows
  end subroutine
end module

program lengths
  use matrices
  implicit none
  type(matrix(8, 2, 3)) :: a, b
  type(matrix(rows=3)) :: c
  type(matrix(8, :, :)), allocatable :: d
  type(matrix(4, :, 2)), pointer :: p
  type(text(5)) :: t
  type(text(n=:)), allocatable :: u
  type(report(2)) :: r
  type(marked(3, 2)) :: mk
  class(text(:)), allocatable :: any
  integer :: i

  print *, a%rows, a%columns, a%k, c%rows, c%columns, size(a%cell), a%edits
  a%cell = reshape([(i, i = 1, 6)], [2, 3])
  b = a
  b%cell(1, 1) = 100
  call double(b)
  print *, a%cell, b%cell, b%edits
  d = filled(2, 2, 1.5d0)
  print *, d%rows, d%columns, d%cell, d%edits
  deallocate (d)
  allocate (matrix(8, 4, 1) :: d)
  d%cell(:, 1) = [4, 3, 2, 1]
  call double(d)
  print *, d%rows, d%cell, maxval(d%cell)
  allocate (matrix(4, 1, 2) :: p)
  p%cell = 9
  print *, p%rows, p%columns, p%cell, kind(p%cell)
  deallocate (p)

  t%line = 'hello, world'
  t%lines = ['one  ', 'three']
  print *, '[', t%line, ']', '[', t%lines, ']', len(t%lines), t%codes
  call again(t)
  print *, '[', t%line, ']', t%n, t%codes
  allocate (text(n=3) :: u)
  u%line = t%line
  print *, '[', u%line, ']', u%n, size(u%codes)
  call local(4)

  r%title%line = 'a title'
  r%data%cell = 1
  r%notes(2)%line = 'xyz'
  print *, '[', r%title%line, ']', r%title%n, shape(r%data%cell), sum(r%data%cell), size(r%notes), '[', r%notes(2)%line, ']'
  print *, r%notes%n

  mk%line = 'abcd'
  mk%marks = .true.
  print *, mk%n, mk%m, mk%line, count(mk%marks), size(mk%codes)
  allocate (marked(2, 4) :: any)
  any%line = 'zz!'
  select type (any)
  type is (marked(*, *))
    any%marks = .false.
    print *, 'marked', any%n, any%m, any%line, size(any%marks)
  class default
    print *, 'text'
  end select
end program
`;
  expect(await printed(text)).toEqual([
    '2 3 8 3 2 6 0',
    '1. 2. 3. 4. 5. 6. 200. 4. 6. 8. 10. 12. 1',
    '2 2 1.5 1.5 1.5 1.5 1',
    '4 8. 6. 4. 2. 8.',
    '1 2 9. 9. 4',
    '[hello][one three] 5 7 7 7 7 7',
    '[again] 5 7 7 7 7 7',
    '[aga] 3 3',
    'abcd 4 0 3 7 7 7 7',
    '4 3 48. 4',
    '[a ti] 4 2 3 6. 2 [xy]',
    '2',
    '3 2 abc 6 3',
    'marked 2 4 zz 8',
  ]);
});

test('objects keep their lengths through creation, copies and reinitialisation', async () => {
  const text = `module m
  implicit none
  type :: base
    integer :: id = 4
  end type
  type, extends(base) :: vec(n)
    integer, len :: n
    real :: v(n) = 0.5
  end type
  type(vec(3)), save :: shared
  type :: holder
    type(vec(2)) :: a, b(2)
    type(vec(:)), allocatable :: c
    type(vec(:)), pointer :: d(:) => null()
  end type
  type(vec(2)) :: given = vec(2)(id=9, v=[1., 2.])
contains
  subroutine clear(x)
    class(base), intent(out) :: x
  end subroutine
  subroutine clears(x)
    class(base), intent(out) :: x(:)
  end subroutine
  subroutine clear_all(x)
    type(vec(*)), intent(out) :: x(:)
  end subroutine
  subroutine keep(n)
    integer, intent(in) :: n
    type(vec(2)), save :: once
    once%v(1) = once%v(1) + n
    print *, once%v
  end subroutine
  recursive function build(n) result(r)
    integer, intent(in) :: n
    type(vec(n)) :: r
    type(vec(n - 1)) :: smaller
    if (n > 1) then
      smaller = build(n - 1)
      r%v(:n - 1) = smaller%v
    end if
    r%v(n) = n
  end function
end module
program p
  use m
  implicit none
  type(holder) :: h, g
  type(vec(4)) :: x, list(3)
  class(base), allocatable :: any, other
  integer :: i
  print *, shared%v, shared%n, given%v, given%id
  print *, h%a%v, h%b%n, h%b(2)%v
  allocate (vec(3) :: h%c)
  h%c%v = [1, 2, 3]
  allocate (vec(2) :: h%d(2))
  h%d(1)%v = 7
  print *, h%c%v, h%d%n, h%d(1)%v, h%d(2)%v
  g = h
  g%c%v = 0
  print *, g%c%v, h%c%v
  x%v = 3
  x%id = 1
  call clear(x)
  print *, x%id, x%v, x%n
  do i = 1, 3
    list(i)%v = i
  end do
  call clear_all(list(1:2))
  print *, list(1)%v, list(3)%v
  call clears(list)
  print *, list(3)%v, list%n
  call keep(1)
  call keep(2)
  x = build(4)
  print *, x%v
  allocate (any, source=x)
  allocate (other, source=any)
  select type (other)
  type is (vec(*))
    print *, other%n, other%v
  end select
  block
    type(vec(i)) :: inner
    print *, inner%n, inner%v
  end block
  h%c = vec(1)(v=[42.])
  print *, h%c%n, h%c%v
  call sub(h%a%v)
  print *, h%a%v
contains
  subroutine sub(v)
    real, intent(inout) :: v(:)
    v = v + size(v)
  end subroutine
end program
`;
  expect(await printed(text)).toEqual([
    '0.5 0.5 0.5 3 1. 2. 9',
    '0.5 0.5 2 0.5 0.5',
    '1. 2. 3. 2 7. 7. 0.5 0.5',
    '0. 0. 0. 1. 2. 3.',
    '4 0.5 0.5 0.5 0.5 4',
    '0.5 0.5 0.5 0.5 3. 3. 3. 3.',
    '0.5 0.5 0.5 0.5 4',
    '1.5 0.5',
    '3.5 0.5',
    '1. 2. 3. 4.',
    '4 1. 2. 3. 4.',
    '4 0.5 0.5 0.5 0.5',
    '1 42.',
    '2.5 2.5',
  ]);
});

test('bound, generic and FINAL procedures for a list of kinds apply only to objects of those kinds', async () => {
  const text = `module m
type t(k)
integer, kind :: k
real(k) :: x = 0
contains
procedure, private :: s4, s8
generic :: g => s4, s8
final :: f4, f8
end type
contains
subroutine s4(a)
class(t(4)), intent(in) :: a
print *, 4, a%x
end subroutine
subroutine s8(a)
class(t(8)), intent(in) :: a
print *, 8, a%x
end subroutine
subroutine f4(a)
type(t(4)) :: a
print *, 'final 4', a%x
end subroutine
subroutine f8(a)
type(t(8)) :: a
print *, 'final 8', a%x
end subroutine
end module
program p
use m
block
type(t(4)) :: x
x%x = 1
call x%g()
end block
block
type(t(8)) :: y
y%x = 2
call y%g()
end block
end program
`;
  expect(await printed(text)).toEqual(['4 1.', 'final 4 1.', '8 2.', 'final 8 2.']);
});

const VECTOR = [
  'type :: vec(k, n)',
  'integer, kind :: k = 4',
  'integer, len :: n',
  'real(k) :: v(n)',
  'end type',
];
const refusals = async (...lines: string[]): Promise<string> => {
  const text = ['program p', 'implicit none', ...VECTOR, ...lines, 'end program', ''].join('\n');
  try {
    await runner.compile('x.f90', text);
    return '';
  } catch (fault) {
    return String((fault as Error).message);
  }
};

test.each<[string, string[], string]>([
  ['a missing parameter', ['type(vec(4)) :: x'], 'The parameter "n" of the type "vec" has no value.'],
  ['one parameter too many', ['type(vec(4, 2, 1)) :: x'], 'The type "vec" has no parameter number 3.'],
  ['an unknown parameter', ['type(vec(n=2, q=1)) :: x'], 'The type "vec" has no parameter "q".'],
  ['the same parameter twice', ['type(vec(4, k=4, n=1)) :: x'], 'The type parameter "k" is given twice.'],
  [
    'a kind that is not constant',
    ['integer :: i = 4', 'type(vec(i, 2)) :: x'],
    'must be a constant integer.',
  ],
  ['a missing kind', ['type(vec(3, 2)) :: x'], 'REAL has no kind 3'],
  ['an assumed kind', ['type(vec(*, 2)) :: x'], 'The kind parameter "k" needs a constant.'],
  ['an assumed length of a variable', ['type(vec(4, *)) :: x'], '"*" is only for dummy arguments.'],
  ['a deferred length of a variable', ['type(vec(4, :)) :: x'], 'it must be ALLOCATABLE or a POINTER'],
  [
    'parameters of a plain type',
    ['type t', 'end type', 'type(t(4)) :: x'],
    'The type "t" has no parameters.',
  ],
  ['a parameter that is not declared', ['type t(k)', 'end type'], 'The type parameter "k" must be declared'],
  [
    'KIND for a component',
    ['type t', 'integer, kind :: k', 'end type'],
    '"k" is not a parameter of the type',
  ],
  ['LEN for a variable', ['integer, len :: k'], 'KIND and LEN are allowed only for the parameters'],
  [
    'assignment to a length',
    ['type(vec(n=2)) :: x', 'x%n = 3'],
    'This is not a variable and cannot be assigned.',
  ],
  ['assignment to a kind', ['type(vec(n=2)) :: x', 'x%k = 3'], 'cannot be assigned'],
  [
    'assignment from another kind',
    ['type(vec(4, 2)) :: x', 'type(vec(8, 2)) :: y', 'x = y'],
    'Cannot convert TYPE(vec(8)) to TYPE(vec(4)).',
  ],
  [
    'ALLOCATE of a part',
    ['type(vec(n=2)) :: x', 'allocate (x%v(3))'],
    'Only pointers and allocatable variables',
  ],
  [
    'ALLOCATED of a part',
    ['type(vec(n=2)) :: x', 'print *, allocated(x%v)'],
    'The argument of "allocated" must be ALLOCATABLE.',
  ],
  [
    'ALLOCATE without lengths',
    ['type(vec(4, :)), allocatable :: x', 'allocate (x)'],
    'needs the length parameters of its type, as in ALLOCATE(vec(…) :: x).',
  ],
  [
    'MOLD=',
    ['type(vec(4, :)), allocatable :: x', 'type(vec(4, 2)) :: y', 'allocate (x, mold=y)'],
    'with MOLD= is not supported',
  ],
  [
    'a part of each element',
    ['type(vec(4, 2)) :: x(3)', 'print *, x%v(1)'],
    'select one element, as in x(i)%v.',
  ],
])('%s is refused', async (_, lines, message) => {
  expect(await refusals(...lines)).toContain(message);
});
