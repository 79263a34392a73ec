! flags: -fcray-pointer
! MALLOC and FREE of the GNU library, with Cray pointers into the allocated memory.
program p
  implicit none
  integer :: i
  real(8) :: x(100)
  pointer (at, x)
  at = malloc(800)
  do i = 1, 100
    x(i) = i
  end do
  print *, sum(x)
  call free(at)
end program
