! Reductions with DIM and MASK, over integers, reals, complex numbers and logicals.
program reductions
  implicit none
  integer :: m(3, 4), i, d
  real :: r(5)
  logical :: l(2, 3)
  complex :: z(3)
  integer, allocatable :: none(:)
  m = reshape([3, -1, 4, 1, -5, 9, 2, 6, -5, 3, 5, 8], [3, 4])
  r = [1.5, -2.5, 3.25, 0.0, 8.125]
  l = reshape([.true., .false., .true., .true., .true., .false.], [2, 3])
  z = [(1., 2.), (3., -1.), (0., 1.)]
  allocate (none(0))
  print *, sum(m), sum(m, 1), sum(m, dim=2)
  print *, sum(m, mask=m > 0), sum(m, 1, m > 2), product(m(:, 1))
  do d = 1, 2
    print *, d, maxval(m, dim=d), minval(m, d), count(m > 0, d)
  end do
  print *, maxloc(m), minloc(m), maxloc(m, 1), minloc(m, 2), maxloc(m, mask=m < 5)
  print *, maxloc([1, 3, 3, 2]), maxloc([1, 3, 3, 2], back=.true.), findloc([1, 3, 3, 2], 3, back=.true.)
  print *, findloc(m, -5), findloc(m, 6, dim=1), findloc(m, 77)
  print *, any(l), all(l), any(l, 1), all(l, 2), count(l), count(l, 1), parity([.true., .true., .true.])
  print '(5f9.3)', maxval(r), minval(r), sum(r), product(r(1:3)), norm2(r)
  print *, sum(z), product(z), dot_product(z, z), dot_product([1, 2, 3], [4, 5, 6])
  print *, sum(none), product(none), maxval(none) == -huge(1) - 1, minval(none) == huge(1), size(maxloc(none))
  print *, iall([7, 6, 14]), iany([1, 2, 8]), iparity([1, 3, 7])
  print *, merge(1, 0, m > 2)
  print *, sum(merge(m, 0, mod(m, 2) == 0)), dot_product([.true., .false.], [.true., .true.])
end program reductions
