module m
  implicit none
  interface x
    procedure x
  end interface
  interface y
    module procedure y1
  end interface
  interface y
    module procedure y
  end interface
contains
  integer function x(i)
    integer, intent(in) :: i
    x = i
  end function
  integer function y(i)
    integer, intent(in) :: i
    y = i
  end function
  integer function y1(r)
    real, intent(in) :: r
    y1 = int(r)+100
  end function
end module
program p
  use m
  implicit none
  print *, x(3), y(4), y(4.)
end program
