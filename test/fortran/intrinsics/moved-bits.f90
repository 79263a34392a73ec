! MVBITS with arrays reads the old values, even of elements that it has already changed.
program moved
  implicit none
  integer :: a(10) = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], b(20) = 0, c(4) = [1, 2, 3, 4], i
  integer, target :: d(10)
  integer, pointer :: p(:)
  integer, parameter :: order(10) = [9, 9, 6, 2, 4, 9, 2, 9, 6, 10]
  b(2:20:2) = a
  d = a
  call mvbits(a(order), 2, 4, a, 3)
  print '(10i4)', a
  call mvbits(b(2*order), 2, 4, b(2:20:2), 3)
  print '(10i4)', b(2:20:2)
  p => d
  call mvbits(d(order), 2, 4, p, 3)
  print '(10i4)', d
  call mvbits([(i, i=4, 1, -1)], 0, 2, c, 1)
  print *, c
end program
