program sections
  implicit none
  integer :: a(10), b(3, 4), i, j, idx(3)
  real :: x(5), y(5)
  integer, allocatable :: c(:), d(:, :)
  a = [(i, i = 1, 10)]
  print *, a(2:8:2)
  print *, a(10:1:-3)
  a(1:5) = a(6:10)
  print *, a
  a(2:10) = a(1:9)
  print *, a
  b = reshape([(i, i = 1, 12)], [3, 4])
  print *, b(2, :)
  print *, b(:, 3)
  print *, transpose(b)
  idx = [3, 1, 2]
  print *, b(idx, 1)
  b(idx, 2) = [100, 200, 300]
  print *, b(:, 2)
  print *, shape(b), size(b), size(b, 1), lbound(b), ubound(b, 2)
  x = [1., 2., 3., 4., 5.]
  y = x**2 - 2 * x + 1
  print *, y
  where (y > 3)
    y = -y
  elsewhere (y == 0)
    y = 99
  elsewhere
    y = y + 0.5
  end where
  print *, y
  forall (i = 1:3, j = 1:4, i /= j) b(i, j) = i * 10 + j
  print *, b
  allocate (c(0:4), d(2, 2))
  c = [(i * i, i = 0, 4)]
  print *, c, lbound(c), ubound(c)
  c = [1, 2, 3]
  print *, c, lbound(c), size(c)
  d = reshape([1, 2, 3, 4], [2, 2])
  d = matmul(d, d)
  print *, d
  print *, maxval(b), minval(b, dim=1), sum(b, dim=2), product([1, 2, 3, 4])
  print *, maxloc(b), minloc(x), count(b > 12), any(b > 30), all(b > 0)
  print *, dot_product(x, x), cshift(a, 2), eoshift(a(1:4), -1)
  print *, pack(a, a > 4), merge(1, 0, a > 4)
  print *, spread([1, 2], 1, 2), spread([1, 2], 2, 2)
  print *, unpack([7, 8], [.true., .false., .true.], [0, 0, 0])
  if (allocated(c)) deallocate (c)
  print *, allocated(c), allocated(d)
end program
