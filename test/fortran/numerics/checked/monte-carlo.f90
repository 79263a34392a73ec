! A hand-written 64-bit generator, statistics, histogram, random walk: the same numbers everywhere.
module random_numbers
  use iso_fortran_env, only: int64, real64
  implicit none
  integer(int64) :: state = 12345_int64
contains
  real(real64) function uniform()
    state = iand(state*1103515245_int64 + 12345_int64, 2147483647_int64)
    uniform = real(state, real64)/2147483648._real64
  end function
  real(real64) function normal()
    real(real64) :: u, v
    u = 1 - uniform()
    v = uniform()
    normal = sqrt(-2*log(u))*cos(2*acos(-1._real64)*v)
  end function
end module
program monte_carlo
  use random_numbers
  implicit none
  integer, parameter :: n = 10000
  real(real64) :: x(n), mean, variance
  integer :: i, inside, bins(-3:3), position(2), step
  inside = 0
  do i = 1, n
    if (hypot(uniform(), uniform()) < 1) inside = inside + 1
  end do
  print '(a,f8.4)', 'pi is about ', 4._real64*inside/n
  x = [(normal(), i = 1, n)]
  mean = sum(x)/n
  variance = sum((x - mean)**2)/(n - 1)
  print '(2f9.4)', mean, variance
  bins = 0
  do i = 1, n
    bins(max(-3, min(3, nint(x(i))))) = bins(max(-3, min(3, nint(x(i))))) + 1
  end do
  print '(7i6)', bins
  do i = lbound(bins, 1), ubound(bins, 1)
    print '(i3,1x,a)', i, repeat('*', bins(i)/100)
  end do
  position = 0
  do i = 1, 1000
    step = int(4*uniform())
    select case (step)
    case (0); position(1) = position(1) + 1
    case (1); position(1) = position(1) - 1
    case (2); position(2) = position(2) + 1
    case default; position(2) = position(2) - 1
    end select
  end do
  print *, position
end program
