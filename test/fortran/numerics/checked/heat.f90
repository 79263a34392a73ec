! Partial differential equations: explicit heat equation, Gauss-Seidel for Laplace, a wave with array sections.
program heat
  implicit none
  integer, parameter :: n = 11, dp = kind(1d0)
  real(dp) :: u(n), new(n), v(n, n), old, change, w(n, 3)
  integer :: i, j, step
  u = 0
  u(n/2 + 1) = 1
  do step = 1, 50
    new(2:n - 1) = u(2:n - 1) + 0.25_dp*(u(3:) - 2*u(2:n - 1) + u(:n - 2))
    new([1, n]) = 0
    u = new
  end do
  print '(11f7.4)', u
  v = 0
  v(1, :) = 1
  do step = 1, 1000
    change = 0
    do j = 2, n - 1
      do i = 2, n - 1
        old = v(i, j)
        v(i, j) = (v(i - 1, j) + v(i + 1, j) + v(i, j - 1) + v(i, j + 1))/4
        change = max(change, abs(v(i, j) - old))
      end do
    end do
    if (change < 1e-8_dp) exit
  end do
  print '(l1,5f8.5)', step < 1000, v(2:10:2, 6)
  w = 0
  w(:, 1) = [(sin(acos(-1._dp)*(i - 1)/(n - 1)), i = 1, n)]
  w(:, 2) = w(:, 1)
  do step = 1, 10
    w(2:n - 1, 3) = 2*w(2:n - 1, 2) - w(2:n - 1, 1) + w(3:, 2) - 2*w(2:n - 1, 2) + w(:n - 2, 2)
    w(:, :2) = w(:, 2:)
  end do
  print '(11f7.3)', w(:, 2)
end program
