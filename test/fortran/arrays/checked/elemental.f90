! Elemental functions and subroutines, with optional and scalar arguments, over arrays of any rank.
module elementals
  implicit none
  interface clip
    module procedure clip_real, clip_integer
  end interface
contains
  elemental real function clip_real(x, low, high) result(y)
    real, intent(in) :: x, low, high
    y = max(low, min(high, x))
  end function
  elemental integer function clip_integer(x, low, high) result(y)
    integer, intent(in) :: x, low, high
    y = max(low, min(high, x))
  end function
  elemental subroutine swap(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a; a = b; b = t
  end subroutine
  elemental function scaled(x, factor) result(y)
    real, intent(in) :: x
    real, intent(in), optional :: factor
    real :: y
    y = x
    if (present(factor)) y = x*factor
  end function
  impure elemental subroutine report(n)
    integer, intent(in) :: n
    print *, 'element', n
  end subroutine
  elemental character(4) function code(n)
    integer, intent(in) :: n
    write (code, '(i4.4)') n
  end function
end module elementals
program elemental_procedures
  use elementals
  implicit none
  integer :: a(3) = [1, 2, 3], b(3) = [7, 8, 9], m(2, 2) = reshape([-5, 5, 15, 25], [2, 2])
  print *, clip(m, 0, 10)
  print *, clip([1.5, -3.0, 99.0], 0.0, [1.0, 2.0, 3.0])
  call swap(a, b)
  print *, a, b
  call swap(a(1:2), a(2:3))
  print *, a
  print *, scaled([1., 2.]), scaled([1., 2.], 10.), scaled(3., 2.)
  call report(m)
  print *, code([1, 22, 333])
  print *, abs([-1, 2]), mod([10, 11], [3, 4]), sign(1.0, [-2.0, 2.0]), atan2([1., 0.], 1.)
end program elemental_procedures
