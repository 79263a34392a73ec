! Arrays of rank 3 to 7: sections, reductions, reshapes, element order.
program high_rank
  implicit none
  integer :: a(2, 3, 2), b(2, 2, 2, 2), c(1, 2, 1, 2, 1, 2, 1), i, j, k
  a = reshape([(i, i = 1, 12)], shape(a))
  b = reshape([(i, i = 1, 16)], shape(b), order=[4, 3, 2, 1])
  c = reshape([(i*i, i = 1, 8)], shape(c))
  print *, a(:, 2, :), a(2, :, 1), sum(a, 1), sum(a, 3)
  print *, maxval(a, 2), maxloc(a), minloc(a, dim=3)
  print *, b(1, 1, :, :), b(:, 2, 1, 2), sum(b(:, :, 2, 1))
  print *, c(1, :, 1, 2, 1, :, 1), shape(c), rank(c), size(c, 4)
  a(:, 1, :) = 0
  a(1, 2:3, 2) = [-1, -2]
  print *, a
  print *, (((a(i, j, k), k = 1, 2), j = 1, 3), i = 1, 2)
  print *, reshape(a(:, :, 1), [3, 2]), spread(a(:, :, 2), 3, 1), cshift(a, 1, 2)
  print *, ubound(a(:, 2:, :)), any(a == 12, dim=3), count(b > 8, 1)
end program
