! Non-finite results of computations: infinities, NaN through sums and comparisons, safe division and roots.
program safe_math
  use ieee_arithmetic
  implicit none
  real(8) :: zero = 0, x, v(5)
  logical :: bad(5)
  x = 1/zero
  print *, x > huge(x), x == x + 1, -x < 0, ieee_is_finite(x)
  v = [1d0, x, -x, zero/zero, 4d0]
  bad = .not. ieee_is_finite(v)
  print *, bad, count(ieee_is_nan(v)), sum(v, mask=.not. bad)
  print *, divide(1d0, 0d0), divide(6d0, 4d0), root(-4d0), root(9d0)
  print *, maxval(pack(v, .not. ieee_is_nan(v))), ieee_is_nan(sqrt(-1 + zero)), exp(1000*(1 + zero)) > huge(x)
  where (ieee_is_nan(v)) v = -1
  print *, v(4), any(v /= v)
contains
  elemental real(8) function divide(a, b)
    real(8), intent(in) :: a, b
    divide = 0
    if (b /= 0) divide = a/b
  end function
  elemental real(8) function root(a)
    real(8), intent(in) :: a
    root = sign(sqrt(abs(a)), a)
  end function
end program
