program array_intrinsics
  implicit none
  integer :: a(3, 4), i, j, b(2, 2)
  real :: x(6) = [3., 1., 4., 1., 5., 9.]
  logical :: m(3, 4)
  complex :: z(2) = [(1., 2.), (3., -1.)]
  character(len=3) :: s(4) = ['abc', 'xyz', 'mno', 'aaa']
  a = reshape([(i, i = 1, 12)], [3, 4])
  m = mod(a, 2) == 0
  print *, sum(a, 1), sum(a, 2), sum(a, mask=m)
  print *, product(a, dim=2, mask=.not. m)
  print *, count(m), count(m, 1), any(m, 2), all(m, dim=1)
  print *, maxval(a, dim=1), minval(a, dim=2, mask=a > 4), maxval(x), minval(x)
  print *, maxloc(x), minloc(x), minloc(x, back=.true.), maxloc(a), maxloc(a, dim=2), findloc(x, 1.), findloc(a, 7)
  print *, maxloc(x, mask=x < 5), minloc(x, dim=1)
  print *, reshape([1, 2, 3, 4, 5, 6], [2, 3], order=[2, 1])
  print *, reshape([1, 2], [2, 2], pad=[0])
  print *, cshift(a, 1, dim=2)
  print *, cshift(x, -2), eoshift(x, 2, boundary=-1.)
  print *, eoshift(a, [1, 0, -1], dim=2)
  print *, transpose(a(:2, :2)), matmul(a(:2, :2), a(2:3, 2:3)), matmul([1, 2], a(:2, :2)), matmul(a(:2, :2), [1, 1])
  print *, dot_product(z, z), dot_product([1, 2, 3], [4, 5, 6]), sum(z)
  print *, pack(x, x > 2), pack(a, m), pack(x, x > 4, [0., 0., 0., 0.])
  b = 0
  print *, unpack([1, 2, 3, 4, 5, 6], m, 0)
  print *, spread(x(:2), dim=1, ncopies=3), spread(7, 1, 3)
  print *, merge(a, -a, m)
  print *, maxval(s), minval(s)
  print *, lbound(a), ubound(a), size(a, 2), shape(a(1, :))
  print *, [x(1:2), 0., x(5:6)], [(i, i * 2, i = 1, 3)], [((i + b(1, j), j = 1, 2), i = 1, 2)]
  print *, norm2(x), iall([7, 6]), iany([1, 2]), iparity([5, 3]), parity([.true., .true., .true.])
  print *, all(a == a), any(x /= x), sum([real ::]), maxval([integer ::])
  print *, transfer([1.0, 2.0], [0, 0]), transfer('abcd', 0)
  print *, real(z), aimag(z), z%re, abs(z)
  x(2:5) = x(1:4) + x(3:6)
  print *, x
  a(1, :) = a(2, :) * 2 + a(3, :)
  print *, a(1, :)
  where (m) a = -a
  print *, a
end program
