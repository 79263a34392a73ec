! Reals of two kinds: literals, precision of mixed expressions, rounding, formats, parameters from kinds.
module precision
  implicit none
  integer, parameter :: sp = kind(1.0), dp = kind(1.d0)
  real(dp), parameter :: third = 1._dp/3, pi = 4*atan(1._dp), e = exp(1._dp)
  real(sp), parameter :: tenth = 0.1
end module
program reals
  use precision
  implicit none
  real(sp) :: x
  real(dp) :: y
  real :: small
  integer :: i
  x = 1/3.
  y = x
  print *, x, y, third, 0.1, 0.1d0, 0.1_dp, tenth*10 == 1
  print *, pi, e, real(pi), pi*e, sqrt(2.), sqrt(2._dp), sqrt(real(2, dp))
  print *, 1e10, 1e-10, 123456789., 1234567.8d0, 0.00001, 100000., 999999.9, 1e6, 1e7
  print *, 1.5e300_dp, tiny(1d0), huge(1.), -0., 5., -2.5
  print '(f8.3,f0.2,f6.0,e12.4,es12.4,en12.3,g12.4,g0)', pi, pi, pi, pi*1000, pi/1000, pi*1e5, pi, pi
  print '(g12.4,g12.4,g12.4,g12.4)', 0.01, 0.1, 12345., 1234567.
  print *, real(1d0/3), dble(1./3), nint(2.5), anint(-2.5), aint(2.9), floor(-0.5), ceiling(0.5)
  small = 1
  do i = 1, 24
    small = small/2
  end do
  print *, 1 + small == 1, 1d0 + small == 1, epsilon(1.) == 2*small, spacing(100.), nearest(1., -1.)
  print *, 3.0 == 3, 16777216. + 1. == 16777216., 0.1 + 0.2 == 0.3, 0.1d0 + 0.2d0 == 0.3d0
  print *, exponent(pi), fraction(pi), scale(1.5, 3), rrspacing(1.), maxexponent(x), digits(y)
  print *, mod(5.5, 2.), modulo(-5.5, 2.), sign(2., -0.), abs(-0.), (-8.)**3, 2.**(-2), 10**0.5
end program
