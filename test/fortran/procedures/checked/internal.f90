! Internal procedures: host association of variables, arrays, constants and types; passed as arguments; shadowing.
module hosts
  implicit none
contains
  real function apply(f, x)
    interface
      real function f(y)
        real, intent(in) :: y
      end function
    end interface
    real, intent(in) :: x
    apply = f(f(x))
  end function
  subroutine polynomial(c, x, y)
    real, intent(in) :: c(:), x
    real, intent(out) :: y
    integer :: calls
    calls = 0
    y = apply(p, x)
    print *, calls, size(c)
  contains
    real function p(t)
      real, intent(in) :: t
      integer :: i
      calls = calls + 1
      p = 0
      do i = size(c), 1, -1
        p = p*t + c(i)
      end do
    end function
  end subroutine
end module
program internal
  use hosts
  implicit none
  integer, parameter :: n = 3
  type point
    integer :: x, y
  end type
  type(point) :: points(n)
  real :: y
  integer :: i, k
  call polynomial([1., 1.], 2., y)
  print *, y
  k = 5
  call fill()
  print *, points, k, total()
  print *, shadow(1), k
contains
  subroutine fill()
    do i = 1, n
      points(i) = point(i, k*i)
    end do
    k = k + 1
  end subroutine
  integer function total()
    total = sum(points%x) + sum(points%y)
  end function
  integer function shadow(k)
    integer, intent(in) :: k
    integer :: i
    i = 100
    shadow = i + k
  end function
end program
