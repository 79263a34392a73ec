! Signaling and quiet NaN of each kind, and their bits.
program ieee_classes
  use ieee_arithmetic
  real :: x
  real(8) :: y, a(2)
  real(16) :: q
  x = ieee_value(x, ieee_signaling_nan)
  y = ieee_value(y, ieee_signaling_nan)
  q = ieee_value(q, ieee_signaling_nan)
  print *, ieee_class(x) == ieee_signaling_nan, ieee_class(y) == ieee_signaling_nan, ieee_class(q) == ieee_signaling_nan
  print *, ieee_class(x) == ieee_quiet_nan, ieee_class(y) == ieee_quiet_nan, ieee_class(q) == ieee_quiet_nan
  x = ieee_value(x, ieee_quiet_nan)
  y = ieee_value(y, ieee_quiet_nan)
  q = ieee_value(q, ieee_quiet_nan)
  print *, ieee_class(x) == ieee_quiet_nan, ieee_class(y) == ieee_quiet_nan, ieee_class(q) == ieee_quiet_nan
  print *, transfer(ieee_value(y, ieee_signaling_nan), 0_8), transfer(ieee_value(y, ieee_quiet_nan), 0_8)
  print *, transfer(ieee_value(x, ieee_signaling_nan), 0), transfer(ieee_value(x, ieee_quiet_nan), 0)
  a = ieee_value(y, ieee_signaling_nan)
  print *, ieee_class(a) == ieee_signaling_nan
  a(1) = transfer(9218868437227405313_8, y)
  print *, ieee_class(a(1)) == ieee_signaling_nan, ieee_is_nan(a)
  x = transfer(2139095041, x)
  print *, ieee_class(x) == ieee_signaling_nan, ieee_is_nan(x)
  q = ieee_value(q, ieee_negative_denormal)
  print *, ieee_class(q) == ieee_negative_denormal, q
  q = ieee_value(q, ieee_positive_subnormal)
  print *, q
  y = ieee_value(y, ieee_positive_subnormal)
  print *, y
end program
