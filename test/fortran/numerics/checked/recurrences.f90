! Recurrences and series: Legendre polynomials, continued fractions, Taylor series, Bernoulli numbers, careful summation.
program recurrences
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp) :: p(0:6), b(0:8), s, c, t, y, x
  integer :: n, k
  x = 0.3_dp
  p(0:1) = [1._dp, x]
  do n = 1, 5
    p(n + 1) = ((2*n + 1)*x*p(n) - n*p(n - 1))/(n + 1)
  end do
  print '(7f10.6)', p
  s = 0
  do n = 20, 1, -1
    s = n/(n + s)
  end do
  print '(f12.9)', 2 + 1/(1 + s) - 2
  s = 1; t = 1
  do n = 1, 20
    t = t/n
    s = s + t
  end do
  print '(2f18.14)', s, exp(1._dp)
  b = 0
  b(0) = 1
  do n = 1, 8
    b(n) = -sum([(binomial(n + 1, k)*b(k), k = 0, n - 1)])/(n + 1)
  end do
  print '(9f9.5)', b
  s = 0; c = 0
  do n = 1, 1000
    y = 0.1_dp - c
    t = s + y
    c = (t - s) - y
    s = t
  end do
  print '(f20.16,l2)', s, abs(sum([(0.1_dp, n = 1, 1000)]) - 100) < 1e-9_dp
contains
  pure real(dp) function binomial(n, k)
    integer, intent(in) :: n, k
    integer :: i
    binomial = product([(real(n - k + i, dp)/i, i = 1, k)])
  end function
end program
