// INTENT(OUT) for assumed-rank dummies: allocated objects are deallocated, and components have their initial values.
// GNU Fortran 12 cannot compile all of this, so the outputs are worked out by hand.
import { expect, test } from 'vitest';
import { ProgramRunner } from './program-runner.ts';

const TEXT = `module m
  implicit none
  type t
    integer :: i = 5
    integer, allocatable :: v(:)
  end type
  type u
    integer :: k = 7
  end type
  type w
    integer :: k
  contains
    final :: done
  end type
contains
  subroutine done(x)
    type(w), intent(inout) :: x
    print *, 'done', x%k
  end subroutine
  subroutine wipe(x)
    integer, allocatable, intent(out) :: x(..)
    print *, allocated(x)
  end subroutine
  subroutine wipe_text(x)
    character(:), allocatable, intent(out) :: x(..)
    print *, allocated(x)
  end subroutine
  subroutine wipe_t(x)
    type(t), allocatable, intent(out) :: x(..)
    print *, allocated(x)
  end subroutine
  subroutine wipe_any(x)
    class(*), allocatable, intent(out) :: x(..)
    print *, allocated(x)
  end subroutine
  subroutine wipe_class(x)
    class(t), allocatable, intent(out), optional :: x(..)
    if (present(x)) then
      print *, allocated(x)
    else
      print *, 'absent'
    end if
  end subroutine
  subroutine reset(x)
    type(t), intent(out) :: x(..)
    print *, rank(x)
  end subroutine
  subroutine reset_u(x)
    type(u), intent(out), optional :: x(..)
    if (present(x)) print *, rank(x)
  end subroutine
  subroutine reset_class(x)
    class(u), intent(out) :: x(..)
    print *, rank(x)
  end subroutine
  subroutine on(x)
    integer, allocatable, intent(inout) :: x(..)
    call wipe(x)
  end subroutine
  subroutine fill(x)
    integer, allocatable, intent(out) :: x(..)
    select rank (x)
    rank (0)
      allocate(x, source=4)
    rank (1)
      allocate(x(2), source=[4, 5])
    end select
  end subroutine
  subroutine end_w(x)
    type(w), allocatable, intent(out) :: x(..)
    print *, allocated(x)
  end subroutine
end module
program p
  use m
  implicit none
  integer, allocatable :: a(:), s, c(:,:)
  character(:), allocatable :: text, texts(:)
  type(t), allocatable :: tt(:), ts
  type(t) :: x, y(2), z(2,2)
  type(u) :: ux, uy(3)
  class(*), allocatable :: any, anys(:)
  class(t), allocatable :: ct, cts(:)
  type(w), allocatable :: ws, wa(:)
  allocate(a(3), s, c(2,2))
  call wipe(a); print *, allocated(a)
  call wipe(s); print *, allocated(s)
  call wipe(c); print *, allocated(c)
  allocate(a(3))
  call on(a); print *, allocated(a)
  call fill(s); call fill(a); print *, s, a
  text = 'abc'; texts = ['x', 'y']
  call wipe_text(text); call wipe_text(texts); print *, allocated(text), allocated(texts)
  text = 'again'; print *, text
  allocate(tt(2), ts); allocate(tt(1)%v(3), ts%v(2))
  call wipe_t(tt); call wipe_t(ts); print *, allocated(tt), allocated(ts)
  any = 3; anys = [1, 2]
  call wipe_any(any); call wipe_any(anys); print *, allocated(any), allocated(anys)
  any = 'text'
  allocate(ct, cts(2))
  call wipe_class(ct); call wipe_class(cts); call wipe_class(); print *, allocated(ct), allocated(cts)
  x%i = 1; y%i = 2; z%i = 3; allocate(x%v(2)); allocate(y(2)%v(2))
  call reset(x); call reset(y); call reset(z(:,1)); print *, x%i, y%i, z%i, allocated(x%v), allocated(y(2)%v)
  ux%k = 1; uy%k = 2
  call reset_u(ux); call reset_u(uy(::2)); call reset_u(); print *, ux, uy
  ux%k = 1; uy%k = 2
  call reset_class(ux); call reset_class(uy); print *, ux, uy
  allocate(ws, wa(2)); ws%k = 1; wa%k = [2, 3]
  call end_w(ws); call end_w(wa); print *, allocated(ws), allocated(wa)
end program
`;

test('an assumed-rank dummy with INTENT(OUT) is initialised like a dummy of fixed rank', async () => {
  const runner = await ProgramRunner.create();
  const { status, stdout, stderr } = runner.run(await runner.compile('p.f90', TEXT));
  expect(`${status} ${stderr}`).toBe('0 ');
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
    'F',
    'F',
    'F',
    'F',
    'F',
    'F',
    'F',
    'F',
    '4 4 5',
    'F',
    'F',
    'F F',
    'again',
    'F',
    'F',
    'F F',
    'F',
    'F',
    'F F',
    'F',
    'F',
    'absent',
    'F F',
    '0',
    '1',
    '1',
    '5 5 5 5 5 3 3 F F',
    '0',
    '1',
    '7 7 2 7',
    '0',
    '1',
    '7 7 7 7',
    'done 1',
    'F',
    'F',
    'F F',
  ]);
});
