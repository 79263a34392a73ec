! flags: -O0
! MATMUL without optimisation: kinds, sections, vectors, zero extents, overlap, COMPLEX and LOGICAL.
program products
  implicit none
  integer :: i
  real(4) :: a(3, 2) = reshape([1, 2, 3, 4, 5, 6], [3, 2]), b(2, 4) = reshape([(i, i = 1, 8)], [2, 4]), c(3, 4)
  real(8) :: d(4, 4) = reshape([(i, i = 1, 16)], [4, 4]), v(4) = [1, 2, 3, 4]
  integer(8) :: m(2, 2) = reshape([1, 2, 3, 4], [2, 2])
  integer(1) :: small(2, 2) = reshape([1, 2, 3, 4], [2, 2])
  complex :: z(2, 2) = reshape([(1, 2), (3, 4), (5, 6), (7, 8)], [2, 2])
  logical :: l(2, 2) = reshape([.true., .false., .true., .true.], [2, 2])
  real(16) :: q(2, 2) = reshape([1, 2, 3, 4], [2, 2])
  real, allocatable :: none(:, :), sum_of(:, :)
  c = matmul(a, b)
  print *, c
  c = 0
  c(3:1:-2, ::3) = matmul(a(1:3:2, :), b(2:1:-1, 2:4:2))
  print *, c
  print *, matmul(v, d), matmul(d, v)
  print *, matmul(d(:, 4:1:-1), v(4:1:-1)), matmul(d([4, 1], :), d(:, [2, 3]))
  d = matmul(transpose(d), d)
  print *, d
  print *, matmul(m, m), matmul(small, m), matmul(small, small)
  print *, matmul(z, z), matmul(z, m), matmul(l, l), matmul(q, q), matmul(a, q(:, 1))
  allocate (none(3, 0))
  sum_of = matmul(none, none(1:0, :))
  print *, shape(sum_of)
  sum_of = matmul(a(:, 1:0), b(1:0, :))
  print *, sum_of
end program products
