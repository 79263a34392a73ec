! ieee_arithmetic: classes, special values, comparison, neighbours, and what the processor supports.
program values
  use, intrinsic :: ieee_arithmetic
  implicit none
  real :: inf, nan, x
  real(8) :: d
  inf = ieee_value(1., ieee_positive_inf)
  nan = ieee_value(1., ieee_quiet_nan)
  print *, ieee_is_nan(nan), ieee_is_finite(inf), ieee_is_finite(1.), ieee_is_normal(1.), ieee_is_negative(-0.)
  print *, ieee_class(inf) == ieee_positive_inf, ieee_class(-1.) == ieee_negative_normal, ieee_class(0.) == ieee_positive_zero
  print *, inf > huge(1.), -inf < 0, nan == nan, nan /= nan, ieee_unordered(1., nan), ieee_unordered(1., 2.)
  print *, ieee_copy_sign(3., -0.), ieee_next_after(1., 2.) > 1, ieee_logb(8.), ieee_scalb(1., 3), ieee_rem(7., 4.), ieee_rint(2.5)
  print *, inf, -inf, nan, 1/inf, sqrt(ieee_value(1d0, ieee_positive_inf))
  print *, ieee_support_nan(1.), ieee_support_inf(1d0), ieee_support_datatype(1.)
  d = ieee_value(d, ieee_negative_zero)
  print *, d, ieee_is_negative(d), ieee_value(x, ieee_negative_inf)
  print '(3f8.2)', inf, nan, -inf
  print '(f3.1,e9.2,g10.3)', nan, inf, -inf
  print *, isnan(nan), [1., nan, 3.] == [1., nan, 3.]
end program
