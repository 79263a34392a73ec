! Cholesky, QR by Gram-Schmidt, eigenvalues by Jacobi rotations, least squares; checked by multiplying back.
program decompositions
  implicit none
  integer, parameter :: dp = kind(1d0), n = 3
  real(dp) :: a(n, n), l(n, n), q(n, n), r(n, n), e(n, n), c, s, t, theta, x(2), m(4, 2)
  integer :: i, j, k, sweep, p
  a = reshape([4._dp, 2._dp, 1._dp, 2._dp, 5._dp, 3._dp, 1._dp, 3._dp, 6._dp], [n, n])
  l = 0
  do j = 1, n
    l(j, j) = sqrt(a(j, j) - sum(l(j, :j - 1)**2))
    do i = j + 1, n
      l(i, j) = (a(i, j) - dot_product(l(i, :j - 1), l(j, :j - 1)))/l(j, j)
    end do
  end do
  print '(3f10.6)', transpose(l)
  print *, all(abs(matmul(l, transpose(l)) - a) < 1e-12_dp)
  r = 0
  do j = 1, n
    q(:, j) = a(:, j)
    do k = 1, j - 1
      r(k, j) = dot_product(q(:, k), a(:, j))
      q(:, j) = q(:, j) - r(k, j)*q(:, k)
    end do
    r(j, j) = norm2(q(:, j))
    q(:, j) = q(:, j)/r(j, j)
  end do
  print '(3f10.6)', (r(i, i), i = 1, n)
  print *, all(abs(matmul(q, r) - a) < 1e-12_dp), maxval(abs(matmul(transpose(q), q))) < 1 + 1e-12_dp
  e = a
  do sweep = 1, 12
    do p = 1, n - 1
      do k = p + 1, n
        if (abs(e(p, k)) < 1e-14_dp) cycle
        theta = (e(k, k) - e(p, p))/(2*e(p, k))
        t = sign(1._dp, theta)/(abs(theta) + sqrt(theta**2 + 1))
        c = 1/sqrt(t**2 + 1)
        s = t*c
        e(:, [p, k]) = matmul(e(:, [p, k]), reshape([c, -s, s, c], [2, 2]))
        e([p, k], :) = matmul(reshape([c, s, -s, c], [2, 2]), e([p, k], :))
      end do
    end do
  end do
  print '(4f10.6)', (e(i, i), i = 1, n), sum([(e(i, i), i = 1, n)])
  m(:, 1) = 1
  m(:, 2) = [1, 2, 3, 4]
  associate (g => matmul(transpose(m), m), h => matmul(transpose(m), [2.1_dp, 3.9_dp, 6.2_dp, 7.8_dp]))
    x = [g(2, 2)*h(1) - g(1, 2)*h(2), g(1, 1)*h(2) - g(2, 1)*h(1)]/(g(1, 1)*g(2, 2) - g(1, 2)*g(2, 1))
  end associate
  print '(2f10.6)', x
end program
