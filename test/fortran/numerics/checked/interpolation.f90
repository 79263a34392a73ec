! Interpolation: Lagrange, Newton's differences, cubic splines by a tridiagonal solver, bilinear tables.
program interpolation
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp) :: x(5) = [0._dp, 1._dp, 2._dp, 3._dp, 4._dp], y(5), d(5), grid(3, 3)
  integer :: i, j
  y = x**3 - 2*x
  print '(2f12.6)', lagrange(x, y, 1.5_dp), 1.5_dp**3 - 3
  d = y
  do j = 1, 4
    do i = 5, j + 1, -1
      d(i) = (d(i) - d(i - 1))/(x(i) - x(i - j))
    end do
  end do
  print '(5f10.5)', d
  print '(5f10.5)', [(spline(x, sin(x), 0.5_dp + i), i = 0, 3)], sin(0.5_dp)
  grid = reshape([(real(i*i, dp), i = 1, 9)], [3, 3])
  print '(3f10.4)', bilinear(grid, 1.5_dp, 2.25_dp), bilinear(grid, 1._dp, 1._dp), bilinear(grid, 3._dp, 3._dp)
contains
  pure real(dp) function lagrange(xs, ys, t)
    real(dp), intent(in) :: xs(:), ys(:), t
    integer :: k, m
    lagrange = 0
    do k = 1, size(xs)
      lagrange = lagrange + ys(k)*product([((t - xs(m))/(xs(k) - xs(m)), m = 1, k - 1), &
        ((t - xs(m))/(xs(k) - xs(m)), m = k + 1, size(xs))])
    end do
  end function
  real(dp) function spline(xs, ys, t)
    real(dp), intent(in) :: xs(:), ys(:), t
    real(dp), dimension(size(xs)) :: a, b, c, r, m
    real(dp) :: h, u
    integer :: n, k
    n = size(xs)
    h = xs(2) - xs(1)
    a = 1; b = 4; c = 1
    b([1, n]) = 1; c(1) = 0; a(n) = 0
    r(2:n - 1) = 6*(ys(3:) - 2*ys(2:n - 1) + ys(:n - 2))/h**2
    r([1, n]) = 0
    do k = 2, n
      b(k) = b(k) - a(k)/b(k - 1)*c(k - 1)
      r(k) = r(k) - a(k)/b(k - 1)*r(k - 1)
    end do
    m(n) = r(n)/b(n)
    do k = n - 1, 1, -1
      m(k) = (r(k) - c(k)*m(k + 1))/b(k)
    end do
    k = min(n - 1, count(xs <= t))
    u = t - xs(k)
    spline = ys(k) + u*((ys(k + 1) - ys(k))/h - h*(2*m(k) + m(k + 1))/6) + u**2*m(k)/2 + u**3*(m(k + 1) - m(k))/(6*h)
  end function
  real(dp) function bilinear(g, p, q)
    real(dp), intent(in) :: g(:, :), p, q
    integer :: i0, j0
    i0 = min(int(p), size(g, 1) - 1)
    j0 = min(int(q), size(g, 2) - 1)
    associate (s => p - i0, t => q - j0)
      bilinear = (1 - s)*(1 - t)*g(i0, j0) + s*(1 - t)*g(i0 + 1, j0) + (1 - s)*t*g(i0, j0 + 1) + s*t*g(i0 + 1, j0 + 1)
    end associate
  end function
end program
