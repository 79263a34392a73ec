! Angles and complex functions to the last digit: each is the GNU library's formula, over all quadrants and near the unit circle.
program angles_and_complex_digits
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer :: i
  real :: x, y
  real(dp) :: u, v
  complex :: c
  complex(dp) :: z
  do i = 1, 14
    u = 0.31_dp * i - 2.2_dp
    v = 1.7_dp - 0.23_dp * i
    x = real(u)
    y = real(v)
    print *, atan2(v, u), atan(u), atan(-1 / u), asin(u / 3), acos(v / 2)
    print '(2f12.6)', atan2(y, x), atan2(x, y)
    z = cmplx(u, v, dp)
    c = cmplx(x, y)
    print *, log(z), sqrt(z), log(c), sqrt(c)
    print '(6f19.15)', tanh(z), tan(z)
    print *, tan(c)
    print *, z**(-3), c**(-2), 1 / z, z**7
    print '(4f18.14, 2f12.6)', z**(0.5_dp, -0.25_dp), z**1.5_dp, c**0.75
    z = z / abs(z)
    print *, log(z), log(1.0000001_dp * z), log(conjg(z))
  end do
  ! Arguments for which the formulas call the library: zeros, signs of zero and numbers at the ends of the range.
  u = 0
  v = -1
  print *, atan2(u, v), atan2(-u, v), atan2(-v, u), atan2(-1e-320_dp * v, 1e300_dp * v), acos(u)
  print *, asin(-v), acos(v), asin(-1e-30_dp * v), atan(1e300_dp * v), atan(-huge(v) * v)
  z = cmplx(-4, 0, dp)
  c = cmplx(v, u)
  print *, sqrt(z), sqrt(conjg(z)), sqrt(cmplx(u, 1e300_dp, dp)), log(c), sqrt(3e38 * c), c**(-1)
  print *, tanh(100 * z), z**(u * z)
  ! Near the square root of a half, where asin and acos meet.
  do i = -2, 2
    u = sqrt(0.5_dp) * (1 + i * epsilon(u))
    print *, asin(u), acos(-u), atan(tan(u) * (1 + i * epsilon(u)))
  end do
end program angles_and_complex_digits
