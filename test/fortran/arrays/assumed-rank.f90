! Assumed-rank dummies: inquiries, all cases of SELECT RANK, passing on, absent, allocatable and pointer arguments, and
! TYPE(*).
module ranks
  implicit none
  type thing
    integer :: n = 4
  end type
contains
  subroutine tell(name, x)
    character(*), intent(in) :: name
    class(*), intent(in) :: x(..)
    print *, name, rank(x), size(x), shape(x)
    if (rank(x) > 0) print *, '  bounds', lbound(x), ubound(x), size(x, 1)
  end subroutine
  subroutine measure(x)
    type(*), intent(in) :: x(..)
    print *, 'measured', rank(x), shape(x)
  end subroutine
  recursive subroutine total(x, sum_of_x)
    real, intent(in) :: x(..)
    real, intent(out) :: sum_of_x
    select rank (x)
    rank (0)
      sum_of_x = x
    rank (1)
      sum_of_x = sum(x) + x(lbound(x, 1))
    rank (2)
      sum_of_x = sum(matmul(x, transpose(x)))
    rank default
      sum_of_x = -size(x)
    end select
  end subroutine
  subroutine twice(x)
    real, intent(inout) :: x(..)
    real :: before
    call total(x, before)
    select rank (y => x)
    rank (0)
      y = 2 * y
    rank (1)
      y(:) = 2 * y
    rank (3)
      y(1, :, :) = 0
    end select
    print *, 'was', before
  end subroutine
  subroutine words(c)
    character(*), intent(in) :: c(..)
    select rank (c)
    rank (0)
      print *, 'word ', c, len(c)
    rank (1)
      print *, 'words', len(c), size(c)
    end select
  end subroutine
  subroutine make(a, p)
    integer, allocatable, intent(inout) :: a(..)
    real, pointer, intent(inout) :: p(..)
    print *, 'make', rank(a), allocated(a), associated(p)
    select rank (a)
    rank (0)
      if (.not. allocated(a)) allocate (a)
      a = 5
    rank (1)
      allocate (a(-1:1))
      a = [7, 8, 9]
    end select
    select rank (p)
    rank (2)
      allocate (p(2, 2))
      p = 1.5
    end select
    if (rank(a) == 1) print *, lbound(a), ubound(a)
  end subroutine
  subroutine old_style(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n, *)
    call sized(x)
  end subroutine
  subroutine sized(x)
    real, intent(inout) :: x(..)
    print *, 'sized', rank(x), size(x, 2), ubound(x, 2)
    select rank (x)
    rank (*)
      x(3) = -1.0
    rank default
      print *, 'not reached'
    end select
  end subroutine
  subroutine perhaps(x)
    integer, optional, intent(in) :: x(..)
    if (present(x)) then
      print *, 'present', rank(x)
    else
      print *, 'absent'
    end if
  end subroutine
  subroutine pass_on(x)
    integer, optional, intent(in) :: x
    call perhaps(x)
  end subroutine
  subroutine dynamic(x)
    class(thing), intent(inout) :: x(..)
    select rank (x)
    rank (0)
      x%n = x%n + 1
    rank (1)
      x%n = x%n * 10
      print *, x%n
    end select
  end subroutine
end module

program assumed_rank
  use ranks
  implicit none
  integer :: i, matrix(2, 3) = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  real :: r, line(4) = [1.0, 2.0, 3.0, 4.0], cube(2, 2, 2) = 1.0, flat(2, 2) = 2.0
  integer, allocatable :: one, many(:), none
  real, pointer :: plane(:, :)
  type(thing) :: t, ts(2)
  call tell('scalar', 3)
  call tell('matrix', matrix)
  call tell('section', matrix(:, ::2))
  call tell('part', matrix(:, 2:))
  call tell('characters', ['ab', 'cd'])
  call tell('structure', t)
  call measure(matrix)
  call measure('text')
  do i = 0, 3
    select case (i)
    case (0)
      call total(2.5, r)
    case (1)
      call total(line(2:), r)
    case (2)
      call total(flat, r)
    case (3)
      call total(cube, r)
    end select
    print *, i, r
  end do
  r = 4.0
  call twice(r)
  call twice(line(::2))
  call twice(cube)
  print *, r, line, cube
  call words('hello')
  call words(['abc', 'def'])
  nullify (plane)
  call make(one, plane)
  print *, one, plane
  deallocate (plane)
  call make(many, plane)
  print *, lbound(many), many
  call old_style(2, line)
  print *, line
  call perhaps()
  call perhaps(matrix)
  call perhaps(none)
  call pass_on()
  call pass_on(1)
  call dynamic(t)
  call dynamic(ts)
  print *, t%n
end program
