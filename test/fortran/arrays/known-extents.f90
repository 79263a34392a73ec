! If shapes differ and no flag requests a check, the known shape applies.
program known_extents
  implicit none
  real, dimension(3, 4) :: known = reshape([real :: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [3, 4])
  real :: f(4, 8, 4), a(3, 2), b(2, 4)
  integer :: eight = 8
  f = 0
  f(3, 1:5:2, :) = known
  print *, sum(abs(f(3, 1:eight:2, :) - known)), sum(known + f(3, 1:eight:2, :))
  a = 1
  b = 2
  f(3, 1:eight:2, :) = matmul(a, b)
  print *, sum(abs(f(3, 1:eight:2, :) - 4 * (known - known + 1)))
  if (any(int(counted(8)) /= [1, 2, 3, 4, 5, 6])) print *, 'beyond the known ones'
contains
  function counted(n) result(r)
    integer, intent(in) :: n
    real, allocatable :: r(:)
    integer :: i
    r = [(real(i), i = 1, n)]
  end function
end program known_extents
