// The memory of function results, constructors and other temporaries is freed when the statement is complete, and a
// variable's memory when the variable is assigned. Each statement runs so often that memory would otherwise run out.
import { expect, test } from 'vitest';
import { ProgramRunner } from './program-runner.ts';

const TYPES = `module kinds
  implicit none
  type :: t
    integer :: id = 0
    real, allocatable :: held(:)
  end type
  type, extends(t) :: u
    real, allocatable :: more(:)
  end type
  type :: f
    real, allocatable :: held(:)
  contains
    final :: end_f
  end type
  type :: box
    class(t), allocatable :: c, ca(:)
    class(*), allocatable :: s, sa(:)
    type(t), allocatable :: x, xa(:)
    type(t) :: y, ya(2)
  end type
contains
  impure elemental subroutine end_f(x)
    type(f), intent(inout) :: x
  end subroutine
  function one() result(r)
    type(t) :: r
    allocate (r%held(100000))
  end function
  function one_f() result(r)
    type(f) :: r
    allocate (r%held(100000))
  end function
  function allocated_one() result(r)
    type(t), allocatable :: r
    allocate (r)
    allocate (r%held(100000))
  end function
  function class_one() result(r)
    class(t), allocatable :: r
    allocate (u :: r)
    allocate (r%held(100000))
  end function
  function any_one() result(r)
    class(*), allocatable :: r
    r = one()
  end function
  function many() result(r)
    type(t) :: r(2)
    allocate (r(1)%held(100000))
  end function
  function many_f() result(r)
    type(f) :: r(2)
    allocate (r(1)%held(100000))
  end function
  function allocated_many() result(r)
    type(t), allocatable :: r(:)
    allocate (r(2))
    allocate (r(1)%held(100000))
  end function
  function class_many() result(r)
    class(t), allocatable :: r(:)
    allocate (u :: r(2))
    allocate (r(1)%held(100000))
  end function
  function any_many() result(r)
    class(*), allocatable :: r(:)
    allocate (r(2), source=many())
  end function
  elemental function each(i) result(r)
    integer, intent(in) :: i
    type(t) :: r
    allocate (r%held(100000 + i))
  end function
  subroutine reset(a)
    class(t), intent(out) :: a(:)
  end subroutine
  subroutine reset_any(a)
    class(*), intent(out) :: a(:)
  end subroutine
  subroutine take(a)
    class(t), intent(in) :: a(:)
  end subroutine
  subroutine take_type(a)
    type(t), intent(in) :: a(2)
  end subroutine
  subroutine take_one(a)
    class(*), intent(in) :: a
  end subroutine
  subroutine take_value(a)
    type(t), value :: a
  end subroutine
end module
`;

// The part before the vertical bar runs once.
const STATEMENTS = [
  // polymorphic arrays
  'ca = many()',
  'ca = class_many()',
  'ca = [one(), one()]',
  'ca = class_many(); ca = [ca, one()]',
  'ca = class_many() | ca = ca',
  'ca = class_many() | ca = ca(2:1:-1)',
  'ca = class_many() | ca = (ca)',
  'xa = many() | ca = xa(2:1:-1)',
  'ca = many() | ca = one()',
  'ca = many() | ca = ca(1); ca = many()',
  'ca = many() | ca = class_one()',
  'ca = each([1, 2])',
  'sa = many()',
  'sa = any_many()',
  'sa = [one(), one()]',
  'sa = any_many() | sa = sa(2:1:-1)',
  'sa = any_many() | sa = any_one()',
  'sa = [1, 2]; sa = many()',
  'fc = many_f()',
  'fc = [one_f(), one_f()]',
  'fc = many_f() | fc = one_f()',
  // other variables
  'xa = many()',
  'xa = allocated_many()',
  'xa = class_many()',
  'xa = [one(), one()]',
  'xa = each([1, 2])',
  'xa = many() | xa = one()',
  'xa = many() | xa = [xa(1), one()]',
  'xa = many() | xa([2, 1]) = xa',
  'z = many()',
  'z = class_many()',
  'z = one()',
  'z = each(1)',
  'z = many() | z = z(2:1:-1)',
  'z(2:1:-1) = many()',
  'z([2, 1]) = many()',
  'fz = [one_f(), one_f()]',
  'fz = many_f() | fz = fz(2:1:-1)',
  'c = one()',
  'c = allocated_one()',
  'c = class_one()',
  's = one()',
  's = any_one()',
  'x = one()',
  'x = allocated_one()',
  'x = class_one()',
  'w = allocated_one()',
  'w = merge(one(), w, n > 0)',
  'xa = many() | xa = merge(xa, many(), [.true., .false.])',
  'xa = reshape(many(), [2])',
  'xa = pack(many(), [.true., .false.])',
  'xa = many() | where ([.true., .false.]) xa = many()',
  'xa = many() | forall (i = 1:2) xa(i) = xa(3 - i)',
  'xa = spread(one(), 1, 2)',
  // components
  'b%c = one()',
  'b%ca = many()',
  'b%s = one()',
  'b%sa = many()',
  'b%x = one()',
  'b%xa = many()',
  'b%ya = [one(), one()]',
  'b = box(one(), many(), one(), many(), one(), many(), one(), many())',
  'b = box(class_one(), class_many(), any_one(), any_many(), class_one(), class_many(), class_one(), class_many())',
  'ba = [box(c=one(), sa=many()), box(y=one(), ya=many())]',
  'ba = [box(c=one(), sa=many()), box(y=one(), ya=many())] | ba(2) = ba(1)',
  // ALLOCATE, arguments, constructs
  'allocate (ca(2), source=many()); deallocate (ca)',
  'allocate (ca, source=[one(), one()]); deallocate (ca)',
  'allocate (sa(2), source=one()); deallocate (sa)',
  'allocate (s, source=any_one()); deallocate (s)',
  'allocate (xa(2), source=one()); deallocate (xa)',
  'sa = any_many(); call move_alloc(sa, sb)',
  'ca = class_many(); call reset(ca)',
  'z = many(); call reset_any(z)',
  'sa = any_many(); call reset_any(sa)',
  'call take(many())',
  'call take([one(), one()])',
  'call take(each([1, 2]))',
  'call take_type((z)); z = many()',
  'call take_one(one())',
  'call take_one(allocated_one())',
  'call take_value(one())',
  'call take_one(box(c=one()))',
  'do while (size_of(one()) < n); n = -1; end do; n = 1',
  'do i = 1, size_of(one()) - 99999; end do',
  'if (size_of(one()) < n) stop 1',
  'associate (q => many()); end associate',
  'associate (q => one()); end associate',
  'call in_a_specification(one())',
];

const VARIABLES = `
    class(t), allocatable :: ca(:), c
    class(*), allocatable :: sa(:), sb(:), s
    type(t), allocatable :: xa(:), x
    class(f), allocatable :: fc(:)
    type(t) :: z(2), w
    type(f) :: fz(2)
    type(box) :: b
    type(box), allocatable :: ba(:)
    integer :: i, n = 1, turn
`;

const HELPERS = `
  pure integer function size_of(a)
    type(t), intent(in) :: a
    size_of = size(a%held)
  end function
  subroutine in_a_specification(a)
    type(t), intent(in) :: a
    real :: x(size_of(a) - size_of(each(0)) + 1)
    x = 1
  end subroutine
`;

function subroutineOf(text: string, k: number): string {
  const [before, often] = text.includes('|') ? text.split(' | ') : ['', text];
  const lines = (s: string | undefined): string => (s ?? '').split('; ').join('\n');
  return `  subroutine s${k}()${VARIABLES}
${lines(before)}
do turn = 1, 60
${lines(often)}
end do
  end subroutine
`;
}

test('memory for results, constructors and old values is released', async () => {
  const runner = await ProgramRunner.create();
  const source = `${TYPES}program p
  use kinds
  implicit none
${STATEMENTS.map((s, k) => `call s${k}\nprint '(a)', ${JSON.stringify(s)}`).join('\n')}
contains
${HELPERS}${STATEMENTS.map(subroutineOf).join('')}end program
`;
  const { stdout, stderr } = runner.run(await runner.compile('kept.f90', source, {}, 24));
  // The first missing statement is the one that leaks.
  expect({ lines: stdout.trimEnd().split('\n'), stderr }).toEqual({ lines: STATEMENTS, stderr: '' });
});

test('memory for allocatable numeric results is released', async () => {
  const runner = await ProgramRunner.create();
  const source = `program p
  integer :: i, n = 0
  do i = 1, 1000000
    n = number(i) + length(i)
  end do
  print '(i0)', n
contains
  pure function number(i) result(r)
    integer, intent(in) :: i
    integer, allocatable :: r
    r = i
  end function
  function length(i) result(r)
    integer, intent(in) :: i
    real, allocatable :: r
    r = i
  end function
end program
`;
  const { stdout, stderr } = runner.run(await runner.compile('numbers.f90', source, {}, 10));
  expect({ stdout, stderr }).toEqual({ stdout: '2000000\n', stderr: '' });
});

test('memory used to compute the sizes of local variables is released before the first statement runs', async () => {
  const runner = await ProgramRunner.create();
  const source = `program p
  integer :: i, n = 0
  do i = 1, 400000
    n = 0
    call own('abcdefghij' // char(65 + mod(i, 5)))
    block
      integer :: a(len(trim(repeat('ab', 50 + mod(i, 50)))))
      n = n + size(a)
    end block
  end do
  print '(i0)', n
  select case ('a' // char(65 + mod(n, 5)))
  case ('aX')
    block
      character(len_trim(repeat('ab', n))) :: unused
      unused = ''
    end block
  case default
    print '(a)', 'default'
  end select
contains
  subroutine own(c)
    character(*), intent(in) :: c
    character(len_trim(repeat(c, 40) // 'x')) :: t
    n = n + len(t)
  end subroutine
end program
`;
  const { stdout, stderr } = runner.run(await runner.compile('sizes.f90', source, {}, 10));
  expect({ stdout, stderr }).toEqual({ stdout: '541\ndefault\n', stderr: '' });
});
