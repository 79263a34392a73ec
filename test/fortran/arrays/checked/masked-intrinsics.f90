! Array intrinsics with DIM and MASK: reductions, locations, PACK, UNPACK, MERGE, SPREAD, CSHIFT, EOSHIFT, FINDLOC, NORM2.
program masked
  implicit none
  integer :: a(3, 4), v(6) = [3, -1, 4, -1, 5, -9], w(6), i, j
  logical :: odd(3, 4)
  real :: r(2, 2)
  character(2) :: c(5) = ['dd', 'aa', 'zz', 'mm', 'aa']
  a = reshape([(mod(7*i, 12), i=1, 12)], [3, 4])
  odd = mod(a, 2) == 1
  print '(4i4)', (a(i, :), i=1, 3)
  print *, sum(a, mask=odd), sum(a, 1, odd), sum(a, dim=2, mask=.not. odd)
  print *, product(v, mask=v > 0), product(a + 1, dim=1)
  print *, maxval(a, mask=a < 7), maxval(a, 2), minval(a, 1, odd), maxval(v, v > 100) == -huge(1) - 1
  print *, maxloc(a), minloc(a, mask=a > 3), maxloc(a, 1), minloc(a, 2, odd), maxloc(v, mask=v > 100)
  print *, minloc(v), minloc(v, back=.true.), minloc([2, 1, 1, 3], back=.true.), minloc([2, 1, 1, 3])
  print *, findloc(v, -1), findloc(v, -1, back=.true.), findloc(v, 8), findloc(a, 6), findloc(v == 5, .true., 1)
  print *, count(odd), count(odd, 1), count(odd, dim=2), any(odd, 1), all(a > 0, dim=2)
  print *, pack(a, odd), pack(v, v > 0, [0, 0, 0, 0, -7]), size(pack(v, .false.))
  print *, unpack([10, 20, 30], v < 0, v), unpack([1, 2, 3, 4, 5, 6], v > 3, 0)
  print *, merge(v, 0, v > 0), merge('yes', 'no ', [.true., .false.])
  print *, spread([1, 2], 1, 3), spread([1, 2], dim=2, ncopies=2), shape(spread(a, 2, 5))
  print *, cshift(v, 2), cshift(v, -1), cshift(a, [0, 1, 2], dim=2)
  print *, eoshift(v, 2), eoshift(v, -2, boundary=99), eoshift(a, 1, [-1, -2, -3, -4], 1)
  print *, parity([.true., .true., .true.]), iall([7, 6, 14]), iany(v(1:3:2)), iparity([1, 3, 7]), iall(a(:, 1:2), 1)
  print *, dot_product(v, [(i, i=1, 6)]), dot_product([.true., .false.], [.true., .true.]), dot_product([(1., 2.)], [(3., 4.)])
  r = reshape([1., 2., 3., 4.], [2, 2])
  print *, matmul(r, r), matmul([1., 1.], r), matmul(r, [1., -1.]), norm2([3., 4.]), norm2(r(1:1, :), 2) > 3
  print *, maxval(c), minval(c), maxloc(c), minloc(c), findloc(c, 'aa', back=.true.), pack(c, c > 'b')
  w = 0
  w([2, 4, 6]) = pack(v, v > 0)
  print *, w, reshape([1, 2, 3], [2, 2], pad=[0], order=[2, 1])
  print *, [((a(i, j), j=1, 2), i=1, 2)]
end program
