! Optional dummies as DIM, MASK and BOUNDARY of intrinsic functions; extremes of arrays that contain NaNs or are empty.
program main
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer, parameter :: largest = huge(largest), half = nint(4503599627370497.0d0 - 4503599627370496.0d0)
  integer(8), parameter :: odd = nint(-4503599627370497.0d0, 8)
  real, parameter :: least = tiny(least)
  integer :: a(2, 3) = reshape([4, 1, 6, 2, 5, 3], [2, 3])
  real :: x(4), nan
  real(8) :: y(2, 2)
  logical :: none(4) = .false., some(4) = [.true., .false., .true., .false.]

  print *, largest, half, odd, least > 0
  call reduce()
  call reduce(a > 2)
  call shift()
  call shift(2, 9)
  call words('pear', 'fig')
  call words('pear', 'fig', 'quince')

  nan = ieee_value(nan, ieee_quiet_nan)
  x = nan
  print *, ieee_is_nan(maxval(x)), ieee_is_nan(minval(x)), ieee_is_nan(maxval(x, some))
  print *, maxval(x, none) == -huge(x), minval(x, none) == huge(x), minval(x(1:0)) == huge(x)
  x = [nan, 3., nan, 2.]
  print *, maxval(x), minval(x), maxval(x, dim=1), maxval(x, .false.) == -huge(x), minval(x, mask=.true.)
  x = -ieee_value(x, ieee_positive_inf)
  print *, ieee_is_finite(maxval(x)), ieee_is_nan(maxval(x))
  y = reshape([1d0, 2d0, real(nan, 8), real(nan, 8)], [2, 2])
  print *, ieee_is_nan(maxval(y, 1)), minval(y, 2), norm2([3d0, 4d0]) + norm2([6d0, 8d0])
contains
  subroutine reduce(mask)
    logical, optional :: mask(:, :)
    print *, sum(a, mask), maxval(a, mask=mask), minloc(a, mask), count_of(mask)
  end subroutine
  integer function count_of(mask, flag)
    logical, optional :: mask(:, :), flag
    count_of = product(a, mask) - sum(a, flag)
  end function
  subroutine shift(dim, edge)
    integer, optional :: dim, edge
    print *, cshift(a, 1, dim)
    print *, eoshift(a, 1, edge, dim)
    print *, size(a, dim)
  end subroutine
  subroutine words(a, b, c)
    character(*) :: a, b
    character(*), optional :: c
    print *, '[', max(a, b, c), '|', min(a, b, c), ']'
  end subroutine
end program
