! Conversions whose results the standard does not define, as gfortran's code does them on x86-64: out-of-range values and NaN
! become the smallest integer, small kinds take the low bits, and NINT first rounds to 64 bits.
program reals_that_do_not_fit_integers
  use, intrinsic :: ieee_arithmetic
  implicit none
  real(4) :: single(9)
  real(8) :: double(9)
  complex :: z
  integer(1) :: tiny_integer
  integer(2) :: short
  integer(4) :: i, plain
  integer(8) :: long
  single = [1e10, -1e10, 3e9, 2147483648.0, -2147483648.0, 1e20, -0.75, 300.5, 0.0]
  double = [1d10, -1d10, 3d9, 2147483647.5d0, -2147483648.5d0, -1d20, 0.75d0, 70000.5d0, 0d0]
  single(9) = ieee_value(0.0, ieee_quiet_nan)
  double(9) = ieee_value(0d0, ieee_negative_inf)
  do i = 1, 9
    print *, int(single(i)), nint(single(i)), floor(single(i)), ceiling(single(i))
    print *, int(double(i)), nint(double(i)), floor(double(i)), ceiling(double(i))
    print *, int(single(i), 8), nint(single(i), 8), floor(single(i), 8), ceiling(single(i), 8)
    print *, int(double(i), 8), nint(double(i), 8), floor(double(i), 8), ceiling(double(i), 8)
    print *, int(single(i), 1), int(double(i), 2), nint(single(i), 2), nint(double(i), 1)
    tiny_integer = double(i)
    short = single(i)
    plain = double(i)
    long = single(i)
    print *, tiny_integer, short, plain, long
  end do
  z = (5e9, 1.0)
  print *, int(z), int(single) / 2, ifix(single(2)), idint(double(2)), idnint(double(1))
end program
