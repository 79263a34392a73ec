! RESHAPE, TRANSPOSE, SPREAD, CSHIFT, EOSHIFT, PACK, UNPACK, MATMUL, MERGE.
program transformations
  implicit none
  integer :: a(2, 3), b(3, 2), v(6), i, n
  real :: x(2, 2), y(2)
  character(2) :: names(4) = ['ab', 'cd', 'ef', 'gh']
  a = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  b = transpose(a)
  v = [(i, i = 1, 6)]
  print *, b
  print *, reshape(v, [3, 2], order=[2, 1])
  print *, reshape([1, 2, 3], [2, 4], pad=[0, -1])
  print *, spread([1, 2, 3], 1, 2), '/', spread([1, 2, 3], 2, 2)
  print *, cshift(v, 2), cshift(v, -1), cshift(a, 1, dim=2)
  print *, cshift(a, [1, 0, 1], 1)
  print *, eoshift(v, 2), eoshift(v, -2, boundary=9), eoshift(a, 1, boundary=[7, 8], dim=2)
  print *, cshift(names, 1), eoshift(names, -1)
  print *, pack(v, mod(v, 2) == 1), pack(v, v > 4, [0, 0, 0, 0]), pack(a, .true.)
  print *, unpack([10, 20], [.false., .true., .true.], [1, 2, 3])
  print *, unpack([10, 20, 30], reshape([.true., .false., .true., .true.], [2, 2]), 0)
  x = reshape([1., 2., 3., 4.], [2, 2])
  y = [1., -1.]
  print *, matmul(x, y), matmul(y, x), matmul(x, x)
  print *, matmul(a, b), matmul(transpose(a), a)
  do n = 1, 2
    print *, cshift(a, 1, dim=n), sum(a, dim=n)
  end do
  print *, merge(v, -v, v > 3), maxval(spread(v, 1, 3))
  print *, all(transpose(transpose(a)) == a), matmul(reshape([.true., .false., .true., .true.], [2, 2]), [.true., .false.])
end program transformations
