! The ieee modules: sign and exponent functions, comparisons with NaN, classes of arrays, subnormals, support inquiries.
program neighbours
  use, intrinsic :: ieee_arithmetic
  implicit none
  real :: x, v(7), tiny_one
  real(8) :: d
  integer :: i, k
  type(ieee_class_type) :: classes(10)
  v = [ieee_value(x, ieee_negative_inf), -2.5, ieee_value(x, ieee_negative_zero), 0., 1e-40, 3.5, ieee_value(x, ieee_positive_inf)]
  classes = [ieee_quiet_nan, ieee_negative_inf, ieee_negative_normal, ieee_negative_subnormal, ieee_negative_zero, &
    ieee_positive_zero, ieee_positive_subnormal, ieee_positive_normal, ieee_positive_inf, ieee_signaling_nan]
  do i = 1, 7
    print '(*(i0, 1x))', pack([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [(ieee_class(v(i)) == classes(k), k=1, 10)])
  end do
  print *, ieee_is_negative(v), ieee_is_finite(v), ieee_is_normal(v)
  print *, ieee_copy_sign(2., v), ieee_copy_sign([1., 2.], -1.)
  print *, ieee_logb([1., 10., 0.3]), ieee_scalb(1.5, [1, -2, 10]), ieee_rem(7.5, 2.), ieee_rem([5d0, -5d0], 3d0)
  print *, ieee_rint([0.5, 1.5, -2.5, 2.7]), ieee_unordered(v(1), ieee_value(x, ieee_quiet_nan))
  tiny_one = ieee_next_after(0., 1.)
  print *, tiny_one > 0, tiny_one/2 == 0, ieee_class(tiny_one) == ieee_positive_subnormal, tiny_one == tiny(x)*epsilon(x)
  d = ieee_next_after(1d0, 2d0) - 1
  print *, d == epsilon(d), ieee_next_after(1., 0.) == 1 - epsilon(x)/2, .not. ieee_is_finite(ieee_next_after(huge(x), v(7)))
  print *, ieee_support_denormal(x), ieee_support_divide(d), ieee_support_sqrt(x)
  print *, ieee_selected_real_kind(6), ieee_selected_real_kind(15, 300), ieee_selected_real_kind(99) < 0
  print *, spacing(1.) == epsilon(1.), nearest(1., -1.) < 1, exponent(10.), fraction(10.), set_exponent(v(6), 1), rrspacing(1.)
end program
