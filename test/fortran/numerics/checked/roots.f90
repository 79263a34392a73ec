! Roots and quadrature: bisection, Newton, secant, Simpson, Romberg, Gauss-Legendre, polynomials by Horner.
program roots
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp) :: x, r(0:5, 0:5)
  integer :: i, k
  print '(f14.10)', bisect(cubic, 1._dp, 2._dp)
  x = 1.5_dp
  do i = 1, 8
    x = x - cubic(x)/(3*x**2 - 1)
  end do
  print '(f14.10)', x
  print '(f14.10)', simpson(gauss, 0._dp, 1._dp, 100)
  do i = 0, 5
    r(i, 0) = trapezoid(gauss, 0._dp, 1._dp, 2**i)
    do k = 1, i
      r(i, k) = r(i, k - 1) + (r(i, k - 1) - r(i - 1, k - 1))/(4**k - 1)
    end do
  end do
  print '(f14.10)', r(5, 5)
  print '(f14.10)', legendre(gauss)
  print *, horner([1, 2, 3], 2), horner([integer ::], 5)
  print '(f10.6)', sum([(1._dp/i**2, i = 1, 1000)]) - acos(-1._dp)**2/6
contains
  pure real(dp) function cubic(x)
    real(dp), intent(in) :: x
    cubic = x**3 - x - 2
  end function
  pure real(dp) function gauss(x)
    real(dp), intent(in) :: x
    gauss = exp(-x*x)
  end function
  real(dp) function bisect(f, a, b) result(m)
    interface
      pure real(dp) function f(x)
        import dp
        real(dp), intent(in) :: x
      end function
    end interface
    real(dp), value :: a, b
    do while (b - a > 1e-12_dp)
      m = (a + b)/2
      if (f(a)*f(m) <= 0) then
        b = m
      else
        a = m
      end if
    end do
    m = (a + b)/2
  end function
  real(dp) function simpson(f, a, b, n)
    procedure(gauss) :: f
    real(dp), intent(in) :: a, b
    integer, intent(in) :: n
    real(dp) :: h
    integer :: j
    h = (b - a)/n
    simpson = h/3*(f(a) + f(b) + 4*sum([(f(a + j*h), j = 1, n - 1, 2)]) + 2*sum([(f(a + j*h), j = 2, n - 2, 2)]))
  end function
  real(dp) function trapezoid(f, a, b, n) result(t)
    procedure(gauss) :: f
    real(dp), intent(in) :: a, b
    integer, intent(in) :: n
    integer :: j
    t = (f(a) + f(b))/2
    do j = 1, n - 1
      t = t + f(a + j*(b - a)/n)
    end do
    t = t*(b - a)/n
  end function
  real(dp) function legendre(f)
    procedure(gauss) :: f
    real(dp), parameter :: nodes(3) = [-sqrt(0.6_dp), 0._dp, sqrt(0.6_dp)], weights(3) = [5, 8, 5]/9._dp
    integer :: j
    legendre = sum([(weights(j)*f((nodes(j) + 1)/2), j = 1, 3)])/2
  end function
  recursive integer function horner(c, x) result(y)
    integer, intent(in) :: c(:), x
    y = 0
    if (size(c) > 0) y = c(1) + x*horner(c(2:), x)
  end function
end program
