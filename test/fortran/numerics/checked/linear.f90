! Linear algebra: elimination with pivoting, inverse, Jacobi iteration, power method.
module linear
  implicit none
  integer, parameter :: dp = selected_real_kind(15)
contains
  function solve(a, b) result(x)
    real(dp), intent(in) :: a(:, :), b(:)
    real(dp) :: x(size(b)), m(size(b), size(b) + 1), row(size(b) + 1)
    integer :: n, k, p, i
    n = size(b)
    m(:, :n) = a
    m(:, n + 1) = b
    do k = 1, n
      p = k - 1 + maxloc(abs(m(k:, k)), dim=1)
      if (p /= k) then
        row = m(k, :); m(k, :) = m(p, :); m(p, :) = row
      end if
      do i = k + 1, n
        m(i, k:) = m(i, k:) - m(i, k)/m(k, k)*m(k, k:)
      end do
    end do
    do k = n, 1, -1
      x(k) = (m(k, n + 1) - dot_product(m(k, k + 1:n), x(k + 1:)))/m(k, k)
    end do
  end function
end module
program linear_algebra
  use linear, only: dp, solve
  implicit none
  real(dp) :: a(3, 3), b(3), x(3), identity(3, 3), inverse(3, 3), v(3), lambda
  integer :: i
  a = reshape([4._dp, -2._dp, 1._dp, -2._dp, 4._dp, -2._dp, 1._dp, -2._dp, 4._dp], [3, 3])
  b = [11._dp, -16._dp, 17._dp]
  x = solve(a, b)
  print '(3f10.5)', x
  print '(es10.2)', maxval(abs(matmul(a, x) - b)) + 1
  identity = 0
  do i = 1, 3
    identity(i, i) = 1
    inverse(:, i) = solve(a, identity(:, i))
  end do
  print '(3f10.5)', transpose(inverse)
  print '(3f6.2)', abs(nint(matmul(a, inverse)*1e6)/1e6)
  v = 1
  do i = 1, 50
    v = matmul(a, v)
    lambda = norm2(v)
    v = v/lambda
  end do
  print '(4f10.5)', lambda, v*sign(1._dp, v(1))
  x = 0
  do i = 1, 60
    x = x + (b - matmul(a, x))/[(a(j(i), j(i)), i = 1, 3)]
  end do
  print '(3f10.5)', x
contains
  pure integer function j(i)
    integer, intent(in) :: i
    j = i
  end function
end program
