! MERGE, PACK with VECTOR, FINDLOC, MAXLOC with MASK and BACK, CSHIFT of ranks, COUNT with KIND, and the same results from loops.
program selected
  implicit none
  integer :: a(8) = [4, 1, 7, 7, 0, -3, 7, 2], m(2, 3) = reshape([1, 5, 3, 5, 2, 0], [2, 3]), i
  logical :: mask(8)
  mask = a > 1
  print *, maxloc(a), maxloc(a, back=.true.), maxloc(a, mask=a < 7), minloc(a, dim=1), minloc(a, mask=.not. mask)
  print *, findloc(a, 7), findloc(a, 7, dim=1, back=.true.), findloc(a, 99), findloc(m, 5), findloc(m, 5, dim=2)
  print *, maxloc(m), maxloc(m, dim=1), maxloc(m, dim=2, mask=m < 5), minval(m, dim=1), maxval(m, mask=m < 5)
  print *, count(mask), count(mask, kind=8), pack(a, mask), pack(a, mask, [(0, i = 1, 8)])
  print *, unpack(pack(a, mask), mask, 0), merge(a, 0, mask), sum(a, mask=mask), product(a, mask=a > 4)
  print *, cshift(m, 1, dim=2), cshift(m, [1, -1], dim=2), eoshift(m, 1, dim=1), eoshift(a, -2, boundary=9)
  print *, any(m == 5, dim=1), all(m > 0, dim=2), parity(mask), findloc([.true., .false.], .false.)
  print *, spread(a(1:2), 1, 3), reshape(a, [2, 2, 2], order=[3, 2, 1]), dot_product(a, a)
  print *, maxval([character(3) :: 'b', 'abc']), minval(['z', 'y']), maxloc(['p', 'q', 'a'])
end program
