! A dummy of assumed length has the length of the caller's variable, allocated or not, regardless of SOURCE=.
program p
  implicit none
  type t
    character(3), allocatable :: c(:)
  end type
  type(t) :: x
  character(4), allocatable :: d(:)
  character(3), allocatable :: e(:)
  call from_source(x%c)
  print *, size(x%c), x%c
  call from_source(d)
  print *, d
  call assigned(e)
  print *, size(e), e
contains
  subroutine from_source(y)
    character(*), allocatable, intent(out) :: y(:)
    allocate (y(2), source=['abcdefg', '1234567'])
  end subroutine
  subroutine assigned(y)
    character(*), allocatable, intent(out) :: y(:)
    allocate (y(2))
    y = 'xyzuv'
  end subroutine
end program
