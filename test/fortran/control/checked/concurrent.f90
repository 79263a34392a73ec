! DO CONCURRENT: masks, several indices, calls of pure functions, own variables, types of the index.
program concurrent
  implicit none
  integer :: a(10), m(3, 4), i, j, k, total
  integer, parameter :: n = 10
  do concurrent (i = 1:n)
    a(i) = square(i)
  end do
  print *, a
  do concurrent (i = 1:n, mod(a(i), 2) == 0)
    a(i) = -a(i)
  end do
  print *, a
  do concurrent (j = 1:4, i = 1:3)
    m(i, j) = 10*i + j
  end do
  print *, m
  do concurrent (k = 10:1:-3)
    a(k) = 0
  end do
  print *, a
  total = 0
  do i = 1, n
    block
      integer :: doubled
      doubled = 2*a(i)
      total = total + doubled
    end block
  end do
  print *, total, i
contains
  pure integer function square(k)
    integer, intent(in) :: k
    square = k*k
  end function
end program
