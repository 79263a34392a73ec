! Elementary functions in constant expressions, rounded correctly; a browser's Math is off by a digit.
program elementary_constants
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp), parameter :: pi = 4*atan(1.0_dp), e = exp(1.0_dp)
  real(dp), parameter :: a(6) = [exp(0.5_dp), log(3.0_dp), sin(0.7_dp), tanh(0.3_dp), log10(7.0_dp), tan(0.4_dp)]
  real(dp), parameter :: b(6) = exp([1,2,3,4,5,6]*0.37_dp)
  real(dp), parameter :: d(6) = log([1,2,3,4,5,6]*0.37_dp)
  real, parameter :: s(6) = sin([1,2,3,4,5,6]*0.37), t(4) = atan2([1., -2., 3., -4.], [-0.5, 0.7, 0.9, -1.1])
  print *, pi
  print *, e
  print *, a
  print *, b
  print *, d
  print *, s, t
  print *, acos(-1.0_dp), asin([0.1_dp, 0.7_dp]), sinh(2.5_dp), cosh(-0.3_dp), hypot(0.3_dp, 1.1_dp)
end program elementary_constants
