! Implied DO in lists: nested, with steps, of structures, of sections, of functions.
program implied_do
  implicit none
  type pair
    integer :: a
    real :: b
  end type
  type(pair) :: p(3)
  integer :: i, j, m(3, 3), k(5)
  real :: x
  m = reshape([(i, i = 1, 9)], [3, 3])
  print '(9i3)', ((m(i, j), j = 1, 3), i = 1, 3)
  print '(9i3)', (m(i, 1:3:2), i = 3, 1, -1)
  print *, (i, i*i, i = 1, 3)
  p = [(pair(i, i/2.0), i = 1, 3)]
  print *, (p(i), i = 1, 3)
  print *, p(2), p%a
  read (*, *) (p(i)%a, p(i)%b, i = 1, 2)
  print *, p
  read (*, *) j, (k(i), i = 1, j)
  print *, k(1:j)
  print *, (square(i), i = 1, 4)
  print '(*(i0,1x))', (i, (10*i + j, j = 1, i), i = 1, 3)
  ! As in DO, the number of trips is computed first.
  print '(20f5.1)', (x, x = 0.0, 1.0, 0.1)
  print *, (i, i = huge(i) - 1, huge(i))
contains
  pure integer function square(n)
    integer, intent(in) :: n
    square = n*n
  end function
end program
