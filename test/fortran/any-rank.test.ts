// Assumed-rank dummies: INTENT(OUT) deallocates allocated objects and gives components their initial values, and RANK
// (0) allocates, assigns and associates scalars whose length or type is deferred. GNU Fortran 12 cannot compile all of
// this, so the outputs are worked out by hand.
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

test('RANK (0) changes allocatable and pointer scalars of the caller', async () => {
  const text = `program p
  implicit none
  type t
    integer :: i = 1
  end type
  type, extends(t) :: s
    integer :: j = 2
  end type
  character(:), allocatable :: c, cs(:)
  character(:), pointer :: cp
  character(4), allocatable :: four
  class(*), allocatable :: any
  class(*), pointer :: anyp
  class(t), allocatable :: tt
  integer, allocatable :: n
  character(3), target :: held = 'xyz'
  allocate (character(5) :: cs(2))
  c = 'abc'
  call text (c)
  print *, '[', c, ']', len(c)
  cs = 'pqrst'
  call text (cs)
  print *, cs, len(cs)
  deallocate (c)
  call text (c)
  print *, '[', c, ']', len(c)
  call fixed (four)
  print *, '[', four, ']'
  nullify (cp)
  call point (cp, held)
  print *, '[', cp, ']', associated(cp, held)
  call fill (any, 1)
  call show (any)
  call fill (any, 2)
  call show (any)
  call fill (any, 3)
  call show (any)
  call fill (any, 4)
  print *, allocated(any)
  nullify (anyp)
  call point_any (anyp, held)
  call show (anyp)
  call of_class (tt)
  select type (tt)
  type is (s)
    print *, 's', tt%i, tt%j
  class default
    print *, 'other'
  end select
  call number (n)
  print *, n
  call free (c)
  print *, allocated(c)
  call maybe ()
  call maybe (four)
contains
  subroutine text (x)
    character(:), allocatable :: x(..)
    select rank (x)
    rank (0)
      if (allocated(x)) then
        print *, 'scalar ', x, len(x)
        x = x // '-longer'
      else
        allocate (character(2) :: x)
        x = 'ab'
      end if
      call inner (x)
    rank (1)
      print *, 'array ', x, len(x)
      deallocate (x)
      allocate (character(1) :: x(3))
      x = ['1', '2', '3']
    end select
    print *, 'len', len(x)
  end subroutine
  subroutine inner (x)
    character(:), allocatable :: x
    x = x // '!'
  end subroutine
  subroutine fixed (x)
    character(4), allocatable :: x(..)
    select rank (y => x)
    rank (0)
      allocate (y, source='four')
      y(2:3) = '__'
    rank default
      stop 1
    end select
  end subroutine
  subroutine point (x, to)
    character(:), pointer :: x(..)
    character(*), target :: to
    select rank (x)
    rank (0)
      x => to
    end select
  end subroutine
  subroutine fill (x, what)
    class(*), allocatable :: x(..)
    integer, intent(in) :: what
    select rank (x)
    rank (0)
      if (allocated(x)) deallocate (x)
      select case (what)
      case (1)
        allocate (x, source=17)
      case (2)
        x = 'some text'
      case (3)
        allocate (s :: x)
      end select
    end select
  end subroutine
  subroutine point_any (x, to)
    class(*), pointer :: x(..)
    character(*), target :: to
    select rank (x)
    rank (0)
      x => to
    end select
  end subroutine
  subroutine of_class (x)
    class(t), allocatable :: x(..)
    select rank (x)
    rank (0)
      allocate (s :: x)
      x%i = 5
    end select
  end subroutine
  subroutine number (x)
    integer, allocatable :: x(..)
    select rank (x)
    rank (0)
      x = 7
    end select
  end subroutine
  subroutine free (x)
    character(:), allocatable, intent(out) :: x(..)
    if (rank(x) /= 0) stop 2
  end subroutine
  subroutine maybe (x)
    character(4), allocatable, optional :: x(..)
    print *, present(x)
    if (present(x)) call maybe_more (x)
  end subroutine
  subroutine maybe_more (x)
    character(4), allocatable, optional :: x(..)
    select rank (x)
    rank (0)
      print *, x
    end select
  end subroutine
  subroutine show (x)
    class(*), intent(in) :: x(..)
    select rank (x)
    rank (0)
      select type (x)
      type is (integer)
        print *, 'integer', x
      type is (character(*))
        print *, 'text ', x, len(x)
      type is (s)
        print *, 's', x%i, x%j
      class default
        print *, 'none'
      end select
    end select
  end subroutine
end program
`;
  const runner = await ProgramRunner.create();
  const { status, stdout, stderr } = runner.run(await runner.compile('p.f90', text));
  expect(`${status} ${stderr}`).toBe('0 ');
  expect(stdout.split('\n').map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
    'scalar abc 3',
    'len 11',
    '[abc-longer!] 11',
    'array pqrstpqrst 5',
    'len 1',
    '123 1',
    'len 3',
    '[ab!] 3',
    '[f__r]',
    '[xyz] T',
    'integer 17',
    'text some text 9',
    's 1 2',
    'F',
    'text xyz 3',
    's 5 2',
    '7',
    'F',
    'F',
    'T',
    'f__r',
    '',
  ]);
});
