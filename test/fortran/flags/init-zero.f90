! flags: -finit-local-zero -finit-real=-inf
! All variables start with zero, but reals have a separate flag.
program init_zero
  implicit none
  call dirty(3)
  call locals(3)
  call outer(2)
contains
  subroutine dirty(n)
    integer, intent(in) :: n
    integer, volatile :: junk(500)
    junk = n
  end subroutine
  subroutine locals(n)
    integer, intent(in) :: n
    integer :: i, grid(3, 3), automatic(n)
    real :: x, xs(n)
    logical :: l, ls(2)
    character(2) :: c
    character(n) :: cs
    print *, i, grid, automatic, x, xs, l, ls, ichar(c(1:1)), ichar(cs(3:3))
  end subroutine
end program

recursive subroutine outer(depth)
  implicit none
  integer, intent(in) :: depth
  integer :: seen, list(2)
  real :: x
  call inner
  if (depth > 0) call outer(depth - 1)
  print *, depth, seen, list
contains
  subroutine inner
    print *, seen, list, x
    seen = seen + depth
    list(1) = list(1) + depth
    x = 1
  end subroutine
end subroutine
