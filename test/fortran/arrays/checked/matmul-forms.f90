! MATMUL of vectors, matrices, sections, transposes, integers, complex and logical values; and DOT_PRODUCT.
program matmul_forms
  implicit none
  integer :: a(2, 3) = reshape([1, 2, 3, 4, 5, 6], [2, 3]), v(3) = [1, 0, -1], w(2) = [2, 3], b(5, 5), i
  real(8) :: x(2, 2) = reshape([1d0, 0.5d0, 0.25d0, 2d0], [2, 2])
  complex :: z(2, 2) = reshape([(1., 1.), (0., 1.), (2., 0.), (1., -1.)], [2, 2])
  logical :: l(2, 2) = reshape([.true., .false., .true., .true.], [2, 2])
  print *, matmul(a, v), matmul(w, a), matmul(transpose(a), w)
  print *, matmul(a, transpose(a)), matmul(a(:, 1:2), a(:, 2:3))
  b = reshape([(i, i = 1, 25)], [5, 5])
  print *, matmul(b(1:5:2, :), b(:, 2)), dot_product(b(2, :), b(:, 2))
  print *, matmul(x, matmul(x, x)), matmul(x, [1, 2])
  print *, matmul(z, z), matmul(conjg(z), [1, 1])
  print *, matmul(l, l), matmul(l, [.false., .true.])
  a(:, 1:2) = matmul(a(:, 1:2), a(:, 2:3))
  print *, a
end program
