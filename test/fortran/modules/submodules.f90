module base
  implicit none
  integer, parameter :: wp = selected_real_kind(15)
  interface
    module function area(r) result(a)
      real(wp), intent(in) :: r
      real(wp) :: a
    end function
    module subroutine report(x)
      real(wp), intent(in) :: x
    end subroutine
  end interface
  enum, bind(c)
    enumerator :: red = 1, green, blue = 10
  end enum
contains
  subroutine start
    call report(area(2.0_wp))
  end subroutine
end module
submodule (base) impl
  implicit none
  real(wp), parameter :: pi = 3.0_wp
contains
  module function area(r) result(a)
    real(wp), intent(in) :: r
    real(wp) :: a
    a = pi * r * r
  end function
  module procedure report
    print *, 'area', x, helper()
  end procedure
  integer function helper()
    helper = 42
  end function
end submodule
program main
  use base, only: start, red, green, blue, kind_of => wp
  implicit none
  call start
  print *, red, green, blue, kind_of
end program
