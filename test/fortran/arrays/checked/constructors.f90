! Array constructors: implied DO, nesting, types, characters of given length, empty ones.
program constructors
  implicit none
  integer :: i, j, n
  real, parameter :: table(3, 2) = reshape([1., 2., 3., 4., 5., 6.], [3, 2])
  character(len=5) :: names(3)
  complex :: z(2)
  integer, parameter :: primes(*) = [2, 3, 5, 7, 11]
  print *, [(i, i = 1, 5)]
  print *, [((i*10 + j, j = 1, 3), i = 1, 2)]
  print *, [1, 2, [3, 4], [(i, i = 5, 6)]]
  print *, [real :: 1, 2, 3]
  print *, [integer(8) :: 1, 2_4, huge(1)]
  names = [character(len=5) :: 'a', 'bcd', 'efghijk']
  print '(3(a,"|"))', names
  print '(*(a,","))', [character(3) :: 'x', 'yz', 'wvu', 'toolong']
  print *, size([integer ::]), sum([real ::])
  n = 3
  print *, [(sqrt(real(i)), i = 1, n)]
  z = [(1.0, 2.0), cmplx(n, -n)]
  print *, z
  print *, table(2, :), size(primes), primes(ubound(primes, 1))
  print *, (/ (i**2, i = 10, 1, -3) /)
  print *, [[(i, i=1,3)] * 2, [7]]
  print *, maxval([3, 9, 2]), minloc([3, 9, 2]), [1, 2, 3] == [1, 0, 3]
end program constructors
