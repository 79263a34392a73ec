! Elementary functions at many points, identities, single and double precision, complex arguments.
program elementary
  implicit none
  real(8) :: x
  real :: s
  integer :: i
  do i = -2, 2
    x = i*0.75d0
    print '(6f11.7)', sin(x), cos(x), tan(x), exp(x), sinh(x), tanh(x)
  end do
  print '(4f12.8)', asin(0.3d0), acos(0.3d0), atan(0.3d0), atan2(0.3d0, -0.4d0)
  print '(4f12.8)', log(2d0), log10(2d0), sqrt(2d0), 2d0**0.25d0
  print '(4f12.8)', gamma(0.5d0), log_gamma(5.5d0), erf(0.3d0), erfc(0.3d0)
  print '(4f12.8)', bessel_j0(1.5d0), bessel_j1(1.5d0), bessel_y0(1.5d0), bessel_jn(2, 1.5d0)
  s = 0.7
  print '(5f10.6)', sin(s), cos(s), exp(s), log(s), sqrt(s)
  print '(5f10.6)', asin(s), atan(s), sinh(s), tanh(s), s**s
  print *, abs(sin(x)**2 + cos(x)**2 - 1) < 1d-15, abs(exp(log(3d0)) - 3) < 1d-14, hypot(3., 4.)
  print '(4f10.5)', sin((1., 0.5)), sqrt((-3., 4.)), exp((0., 3.14159265)), log((0., -1.))
end program
