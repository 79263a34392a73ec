! TRANSFER of integer and real constants is a constant: in bounds, kinds and parameters.
program p
  use iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: n = 4
  integer, parameter :: one = transfer(1.0, 1), minus = transfer(-2.5, 1)
  integer(int64), parameter :: wide = transfer(1.5_real64, 1_int64)
  real, parameter :: x = transfer(1078530011, 1.0)
  real(real64), parameter :: y = transfer(-4611686018427387904_int64, 1.0_real64)
  print *, one, minus, wide, x, y
  call s
contains
  subroutine s
    integer :: w(transfer(n, n))
    integer, parameter :: k = size(w)
    integer(transfer(n, n)) :: i
    i = k
    print *, i, kind(i), transfer(transfer(3_1, 1_1), 2_1), transfer(huge(1), 0)
  end subroutine
end program
