! Submodules: separate procedures, private helpers, nested submodules, a module procedure together with its interface.
module geometry
  implicit none
  real, parameter :: pi = 3.0
  interface
    module real function area(r)
      real, intent(in) :: r
    end function
    module subroutine scale(v, factor)
      real, intent(inout) :: v(:)
      real, intent(in) :: factor
    end subroutine
    module function label(n) result(text)
      integer, intent(in) :: n
      character(:), allocatable :: text
    end function
  end interface
  interface
    module integer function doubled(n)
      integer, intent(in) :: n
    end function
  end interface
contains
  module procedure doubled
    doubled = 2*n
  end procedure
end module
submodule (geometry) areas
  implicit none
  integer :: calls = 0
contains
  module procedure area
    calls = calls + 1
    area = pi*square(r) + calls*1000
  end procedure
  real function square(x)
    real, intent(in) :: x
    square = x*x
  end function
  module subroutine scale(v, factor)
    real, intent(inout) :: v(:)
    real, intent(in) :: factor
    v = v*factor
  end subroutine
end submodule
submodule (geometry:areas) labels
contains
  module procedure label
    text = repeat('#', n) // achar(iachar('0') + calls)
  end procedure
end submodule
program use_geometry
  use geometry
  implicit none
  real :: v(3) = [1., 2., 3.]
  print *, area(2.), area(1.), doubled(21)
  call scale(v(2:), 10.)
  print *, v, label(3)
end program
