// Function results are finalised when the statement or construct that references the function is complete (Fortran
// 2018, 7.5.6.3). Unused variables are finalised when their scope ends, which GNU Fortran 12 does not do. Expected
// outputs are worked out by hand.
import { beforeAll, expect, test } from 'vitest';
import { ProgramRunner } from './program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

test('results and their contents are finalised after the statement that reads them, but pointers are not', async () => {
  const source = `module finals
  implicit none
  type :: t
    integer :: id = 0
    integer, allocatable :: held(:)
  contains
    final :: end_t
  end type
  type, extends(t) :: u
  contains
    final :: end_u
  end type
  type :: box
    type(t) :: inner
  end type
  interface operator(+)
    procedure :: add
  end interface
contains
  impure elemental subroutine end_t(x)
    type(t), intent(inout) :: x
    print '(a, i0, a, i0)', 'end t ', x%id, ' of ', held_by(x)
  end subroutine
  impure elemental subroutine end_u(x)
    type(u), intent(inout) :: x
    print '(a, i0)', 'end u ', x%id
  end subroutine
  pure integer function held_by(x)
    class(t), intent(in) :: x
    held_by = 0
    if (allocated(x%held)) held_by = size(x%held)
  end function
  function make(id) result(r)
    integer, intent(in) :: id
    type(t) :: r
    r%id = id
    allocate (r%held(id))
  end function
  function make_class(id) result(r)
    integer, intent(in) :: id
    class(t), allocatable :: r
    allocate (u :: r)
    r%id = id
  end function
  function make_any(id) result(r)
    integer, intent(in) :: id
    class(*), allocatable :: r
    r = make_class(id)
  end function
  function make_many(n) result(r)
    integer, intent(in) :: n
    type(t) :: r(n)
    integer :: i
    r%id = [(i, i = 1, n)]
  end function
  function make_classes(n) result(r)
    integer, intent(in) :: n
    class(t), allocatable :: r(:)
    allocate (u :: r(n))
    r%id = 7
  end function
  function make_allocatable(id) result(r)
    integer, intent(in) :: id
    type(t), allocatable :: r
    allocate (r)
    r%id = id
  end function
  function make_box(id) result(r)
    integer, intent(in) :: id
    type(box) :: r
    r%inner%id = id
  end function
  impure elemental function make_each(id) result(r)
    integer, intent(in) :: id
    type(t) :: r
    r%id = id
  end function
  function pointed(x) result(r)
    type(t), target, intent(in) :: x
    type(t), pointer :: r
    r => x
  end function
  function add(a, b) result(r)
    type(t), intent(in) :: a, b
    type(t) :: r
    r%id = a%id + b%id
  end function
  subroutine show(x)
    class(*), intent(in) :: x
    select type (x)
    class is (t)
      print '(a, i0)', 'show ', x%id
    end select
  end subroutine
end module

program p
  call results
contains
  subroutine results
    use finals
    type(t), save, target :: x
    type(t), allocatable, save :: many(:)
    class(t), allocatable, save :: c
    class(*), allocatable, save :: any
    type(box), save :: b
    integer :: i
    print '(a)', '# assigned'
    x = make(1)
    print '(a, i0)', 'held ', size(x%held)
    print '(a)', '# passed'
    call show(make(2))
    call show(make_class(3))
    call show(make_any(4))
    call show(make_allocatable(5))
    print '(a)', '# operands'
    x = make(1) + make(2)
    print '(a)', '# condition'
    if (held_by(make(6)) == 6) print '(a)', 'then'
    do i = 1, held_by(make(2))
      print '(a, i0)', 'turn ', i
    end do
    print '(a, i0)', 'item ', held_by(make(3))
    print '(a)', '# polymorphic'
    c = make_class(10)
    any = make_any(11)
    deallocate (c)
    allocate (c, source=make_class(12))
    print '(a)', '# constructs'
    associate (a => make(13))
      print '(a, i0)', 'in associate ', a%id
    end associate
    select type (a => make_any(14))
    class is (t)
      print '(a, i0)', 'in select type ', a%id
    end select
    print '(a)', '# arrays'
    many = make_many(2)
    print '(*(i0, 1x))', many%id
    many = make_each([21, 22])
    print '(*(i0, 1x))', many%id
    print '(i0)', sum(held_of(make_classes(2)))
    print '(a)', '# component'
    b = make_box(30)
    print '(a)', '# pointer'
    x = pointed(x)
    call show(pointed(x))
    print '(a)', '# end'
  end subroutine
  elemental integer function held_of(x)
    use finals
    class(t), intent(in) :: x
    held_of = x%id
  end function
end program
`;
  const { stdout, status } = runner.run(await runner.compile('results.f90', source));
  expect({ lines: stdout.split('\n'), status }).toEqual({
    lines: [
      '# assigned',
      'end t 0 of 0',
      'end t 1 of 1',
      'held 1',
      '# passed',
      'show 2',
      'end t 2 of 2',
      'show 3',
      'end u 3',
      'end t 3 of 0',
      'end u 4',
      'end t 4 of 0',
      'show 4',
      'end u 4',
      'end t 4 of 0',
      'show 5',
      'end t 5 of 0',
      '# operands',
      'end t 1 of 1',
      'end t 3 of 0',
      'end t 2 of 2',
      'end t 1 of 1',
      '# condition',
      'end t 6 of 6',
      'then',
      'end t 2 of 2',
      'turn 1',
      'turn 2',
      'item 3',
      'end t 3 of 3',
      '# polymorphic',
      'end u 10',
      'end t 10 of 0',
      'end u 11',
      'end t 11 of 0',
      'end u 11',
      'end t 11 of 0',
      'end u 10',
      'end t 10 of 0',
      'end u 12',
      'end t 12 of 0',
      '# constructs',
      'in associate 13',
      'end t 13 of 13',
      'end u 14',
      'end t 14 of 0',
      'in select type 14',
      'end u 14',
      'end t 14 of 0',
      '# arrays',
      'end t 1 of 0',
      'end t 2 of 0',
      '1 2',
      'end t 1 of 0',
      'end t 2 of 0',
      'end t 22 of 0',
      'end t 21 of 0',
      '21 22',
      '14',
      'end u 7',
      'end u 7',
      'end t 7 of 0',
      'end t 7 of 0',
      '# component',
      'end t 0 of 0',
      'end t 30 of 0',
      '# pointer',
      'end t 3 of 0',
      'show 3',
      '# end',
      '',
    ],
    status: 0,
  });
});

test('results and variables release their memory at the end of a BLOCK, some 24 GB in total', async () => {
  const source = `module large
  implicit none
  type :: t
    real, allocatable :: held(:)
  end type
contains
  function make_class() result(r)
    class(t), allocatable :: r
    allocate (t :: r)
    allocate (r%held(1000000))
  end function
  function make_any() result(r)
    class(*), allocatable :: r
    type(t), allocatable :: own
    allocate (own)
    allocate (own%held(1000000))
    call move_alloc(own, r)
  end function
  function make_classes() result(r)
    class(t), allocatable :: r(:)
    allocate (t :: r(2))
    allocate (r(2)%held(1000000))
  end function
  integer function size_of(x)
    class(*), intent(in) :: x
    size_of = 0
    select type (x)
    type is (t)
      size_of = size(x%held)
    end select
  end function
  integer function size_in(x)
    class(t), intent(in) :: x(:)
    size_in = size(x(2)%held)
  end function
end module
program p
  use large
  integer :: i
  do i = 1, 2000
    block
      class(*), allocatable :: local
      if (size_of(make_class()) + size_of(make_any()) + size_in(make_classes()) /= 3000000) stop 1
      allocate (t :: local)
      select type (local)
      type is (t)
        allocate (local%held(1000000))
      end select
      if (mod(i, 2) == 0) cycle
    end block
  end do
  print '(i0)', i
end program
`;
  const { stdout, status } = runner.run(await runner.compile('large.f90', source));
  expect({ stdout, status }).toEqual({ stdout: '2001\n', status: 0 });
});

test('a variable of the declared type receives only its own part of an extended polymorphic result', async () => {
  const source = `program p
  implicit none
  type :: v
    real, allocatable :: r(:)
  end type
  type, extends(v) :: w
    real, allocatable :: more(:)
  end type
  type(v) :: a
  real, allocatable :: after(:)
  integer :: i
  do i = 1, 3
    a = make()
    allocate (after(2), source=0.0)
    print '(2f5.1)', a%r
    deallocate (after)
  end do
contains
  function make() result(r)
    class(v), allocatable :: r
    allocate (r, source=w([10.0, 20.0], [1.0]))
  end function
end program
`;
  const { stdout, status } = runner.run(await runner.compile('parts.f90', source));
  expect({ stdout, status }).toEqual({ stdout: ' 10.0 20.0\n'.repeat(3), status: 0 });
});

test('copies of a polymorphic result have separate parts after memory is reused', async () => {
  const source = `module m
  implicit none
  type :: v
    real, allocatable :: r(:)
  end type
  type, extends(v) :: w
    real, allocatable :: more(:)
  end type
  type :: counted
    integer :: n = 0
  contains
    procedure :: set
    generic :: assignment(=) => set
  end type
  type :: holder
    type(counted) :: c
    real, allocatable :: r(:)
  end type
  type, extends(holder) :: holder2
    real, allocatable :: q(:)
  end type
  type :: outer
    type(v) :: inner
    class(v), allocatable :: any
  end type
contains
  elemental subroutine set(a, b)
    class(counted), intent(inout) :: a
    class(counted), intent(in) :: b
    a%n = b%n + 1
  end subroutine
  function one() result(r)
    class(v), allocatable :: r
    allocate (r, source=w([10.0, 20.0], [1.0]))
  end function
  function same() result(r)
    class(v), allocatable :: r
    allocate (r, source=v([10.0, 20.0]))
  end function
  function many() result(r)
    class(v), allocatable :: r(:)
    integer :: i
    allocate (r(2), source=[(w([1.0*i, 2.0*i], [3.0]), i = 1, 2)])
  end function
  function held() result(r)
    class(holder), allocatable :: r
    allocate (holder2 :: r)
    r%r = [5.0, 6.0]
    r%c%n = 3
  end function
  subroutine fill()
    real, allocatable :: a(:), b(:), c(:)
    allocate (a(2), source=-1.0)
    allocate (b(2), source=-2.0)
    allocate (c(1), source=-3.0)
    if (sum(a) + sum(b) + sum(c) > 0) stop 1
  end subroutine
end module
program p
  use m
  implicit none
  type(v) :: a, b(2)
  type(v), allocatable :: c, d(:)
  class(v), allocatable :: e, f(:)
  type(holder) :: h
  type(outer) :: o
  type(v) :: z(3)
  integer :: i
  do i = 1, 2
    a = one(); call fill(); print '(2f5.1)', a%r
    a = same(); call fill(); print '(2f5.1)', a%r
    b = many(); call fill(); print '(4f5.1)', b(1)%r, b(2)%r
    b = one(); call fill(); print '(4f5.1)', b(1)%r, b(2)%r
    c = one(); call fill(); print '(2f5.1)', c%r
    d = many(); call fill(); print '(4f5.1)', d(1)%r, d(2)%r
    e = one(); call fill(); print '(2f5.1)', e%r
    f = many(); call fill(); print '(4f5.1)', f(1)%r, f(2)%r
    h = held(); call fill(); print '(2f5.1, i3)', h%r, h%c%n
    o = outer(same(), one()); call fill(); print '(4f5.1)', o%inner%r, o%any%r
    o = outer(one(), same()); call fill(); print '(4f5.1)', o%inner%r, o%any%r
    z = [a, b]; call fill(); print '(6f5.1)', z(1)%r, z(2)%r, z(3)%r
    if (allocated(c)) deallocate (c)
    allocate (c, source=same()); call fill(); print '(2f5.1)', c%r
    if (allocated(e)) deallocate (e)
    allocate (e, source=one()); call fill(); print '(2f5.1)', e%r
    associate (x => one()); call fill(); print '(2f5.1)', x%r; end associate
    a = merge(same(), one(), i > 1); call fill(); print '(2f5.1)', a%r
  end do
end program
`;
  const { stdout, status } = runner.run(await runner.compile('kept.f90', source));
  const pair = ' 10.0 20.0';
  const many = '  1.0  2.0  2.0  4.0';
  const lines = [pair, pair, many, pair + pair, pair, many, pair, many, '  5.0  6.0  4'];
  const turn = [...lines, pair + pair, pair + pair, pair + pair + pair, pair, pair, pair, pair];
  expect({ lines: stdout.trimEnd().split('\n'), status }).toEqual({ lines: [...turn, ...turn], status: 0 });
});

test('initial values and component values of constructors are not finalised', async () => {
  const source = `module m
  implicit none
  type :: t
    integer :: id = 1
  contains
    final :: finish
  end type
  type :: outer
    type(t) :: x = t(2)
    type(t) :: many(2) = t(3)
    type(t), allocatable :: a
  end type
  integer :: ended = 0
  type(t), save :: kept = t(4), keeps(2) = [t(5), t(6)]
contains
  impure elemental subroutine finish(x)
    type(t), intent(inout) :: x
    ended = ended + 1
    print '(a, i0)', 'end ', x%id
  end subroutine
end module
program p
  use m
  implicit none
  type(outer), save :: o
  type(outer), allocatable, save :: q
  type(t), save :: s = t(7)
  print '(*(1x, i0))', ended, kept%id, keeps%id, o%x%id, o%many%id, s%id
  allocate (q)
  print '(*(1x, i0))', ended, q%x%id, q%many%id
  deallocate (q)
  allocate (q, source=outer(t(8), [t(9), t(10)], t(11)))
  print '(*(1x, i0))', ended, q%x%id, q%many%id, q%a%id
  q = outer(x=t(12))
  print '(*(1x, i0))', ended, q%x%id, q%many%id
end program
`;
  const { stdout, status } = runner.run(await runner.compile('first.f90', source));
  expect({ stdout: stdout.trimEnd().split('\n'), status }).toEqual({
    stdout: [
      ' 0 4 5 6 2 3 3 7',
      ' 0 2 3 3',
      'end 2',
      'end 3',
      'end 3',
      ' 3 8 9 10 11',
      'end 8',
      'end 9',
      'end 10',
      'end 11',
      ' 7 12 3 3',
    ],
    status: 0,
  });
});

test('variables that no statement names are finalised as well', async () => {
  const source = `module guards
  type guard
  contains
    final :: leave
  end type
  type holder
    type(guard) :: inner
  end type
contains
  subroutine leave(g)
    type(guard), intent(inout) :: g
    print '(a)', 'leave'
  end subroutine
  subroutine work
    type(holder) :: unused
    print '(a)', 'work'
  end subroutine
end module
program main
  use guards
  block
    type(guard) :: unused
    print '(a)', 'block'
  end block
  call work
  print '(a)', 'end'
end program
`;
  const { stdout } = runner.run(await runner.compile('p.f90', source));
  expect(stdout).toBe('block\nleave\nwork\nleave\nend\n');
});
