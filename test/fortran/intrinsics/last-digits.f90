! Functions whose last digit depends on the algorithm: it must match the GNU library's.
program last_digits
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer :: i
  real :: x, y
  real(dp) :: u, v
  complex :: z(3)
  do i = 1, 12
    x = 0.37 * i - 1.9
    y = 0.11 * i**2
    u = 0.37_dp * i - 1.9_dp
    v = 0.11_dp * i**2
    print *, log10(y), tanh(x), sinh(x), cosh(x), hypot(x, y), abs(cmplx(x, y))
    print *, log10(v), tanh(u), hypot(u, v), abs(cmplx(u, v, dp))
  end do
  print *, log10([1.0, 10.0, 1000.0, 0.001]), log10(1e-40), log10(1.0e300_dp)
  print *, hypot(3.0_dp, 4.0_dp), hypot(1e200_dp, 1e200_dp), hypot(0.0, -2.5)
  print *, tanh([0.0, -30.0, 1e-9]), tanh(25.0_dp), cosh(-40.0), sinh(1e-6)
  z = [(cmplx(i, -0.3 * i), i = 1, 3)]
  print *, abs(z), sum(abs(z)**2)
end program last_digits
