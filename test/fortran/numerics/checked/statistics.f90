! Statistics: mean, median, mode, deviations, correlation, linear fit, percentiles, normalisation, generic by kind.
module statistics
  implicit none
  interface mean
    module procedure mean_r4, mean_r8
  end interface
contains
  pure real(4) function mean_r4(x)
    real(4), intent(in) :: x(:)
    mean_r4 = sum(x)/size(x)
  end function
  pure real(8) function mean_r8(x)
    real(8), intent(in) :: x(:)
    mean_r8 = sum(x)/size(x)
  end function
  pure real(8) function deviation(x)
    real(8), intent(in) :: x(:)
    deviation = sqrt(sum((x - mean(x))**2)/(size(x) - 1))
  end function
  function sorted(x) result(s)
    real(8), intent(in) :: x(:)
    real(8) :: s(size(x))
    logical :: left(size(x))
    integer :: i, k
    left = .true.
    do i = 1, size(x)
      k = minloc(x, 1, left)
      s(i) = x(k)
      left(k) = .false.
    end do
  end function
  real(8) function median(x)
    real(8), intent(in) :: x(:)
    real(8) :: s(size(x))
    s = sorted(x)
    associate (n => size(x))
      median = (s((n + 1)/2) + s(n/2 + 1))/2
    end associate
  end function
  subroutine fit(x, y, slope, intercept, r)
    real(8), intent(in) :: x(:), y(:)
    real(8), intent(out) :: slope, intercept, r
    real(8), dimension(size(x)) :: dx, dy
    dx = x - mean(x)
    dy = y - mean(y)
    slope = dot_product(dx, dy)/dot_product(dx, dx)
    intercept = mean(y) - slope*mean(x)
    r = dot_product(dx, dy)/sqrt(dot_product(dx, dx)*dot_product(dy, dy))
  end subroutine
end module
program use_statistics
  use statistics
  implicit none
  integer :: n
  real(8) :: x(8) = [2d0, 4d0, 4d0, 4d0, 5d0, 5d0, 7d0, 9d0], slope, intercept, r
  print '(4f10.5)', mean(x), median(x), deviation(x), mean([1., 2., 4.])
  print '(8f5.1)', sorted(x(8:1:-1))
  call fit([1d0, 2d0, 3d0, 4d0], [2.1d0, 3.9d0, 6.2d0, 7.8d0], slope, intercept, r)
  print '(3f10.5)', slope, intercept, r
  print '(8f8.4)', (x - minval(x))/(maxval(x) - minval(x))
  print *, maxloc([(count(x == x(n)), n = 1, 8)]), nint(sum(x))
end program
