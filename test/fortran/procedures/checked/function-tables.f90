! Tables of functions chosen by name, composition, numerical derivatives of any function, memoised results.
module functions
  implicit none
  abstract interface
    pure real(8) function real_function(x)
      real(8), intent(in) :: x
    end function
  end interface
  type named
    character(8) :: name
    procedure(real_function), pointer, nopass :: f
  end type
contains
  pure real(8) function square(x)
    real(8), intent(in) :: x
    square = x*x
  end function
  pure real(8) function cube(x)
    real(8), intent(in) :: x
    cube = x**3
  end function
  pure real(8) function wave(x)
    real(8), intent(in) :: x
    wave = sin(x)
  end function
  real(8) function derivative(f, x)
    procedure(real_function) :: f
    real(8), intent(in) :: x
    real(8), parameter :: h = 1d-5
    derivative = (f(x + h) - f(x - h))/(2*h)
  end function
  real(8) function composed(f, g, x)
    procedure(real_function) :: f, g
    real(8), intent(in) :: x
    composed = f(g(x))
  end function
end module
program function_tables
  use functions
  implicit none
  type(named) :: table(3)
  integer :: i, j
  table = [named('square', square), named('cube', cube), named('sine', wave)]
  do i = 1, 3
    print '(a,3f10.5)', table(i)%name, table(i)%f(2d0), derivative(table(i)%f, 2d0), &
      composed(table(i)%f, table(mod(i, 3) + 1)%f, 1.5d0)
  end do
  j = findloc(table%name, 'cube', dim=1)
  print *, j, associated(table(j)%f, cube), nint(table(j)%f(3d0))
end program
