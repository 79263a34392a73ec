! PUBLIC and PRIVATE statements for names that a module imports.
module base_kinds
  use, intrinsic :: iso_fortran_env, only: single => real32, double => real64, long => int64
  implicit none
  private
  public :: single, double, long
end module base_kinds

module shelf
  implicit none
  private :: secret
  integer :: opened = 4, secret = 9
  interface shown
    module procedure shown_integer
  end interface
contains
  integer function shown_integer(k)
    integer, intent(in) :: k
    shown_integer = k + secret
  end function shown_integer
end module shelf

module front
  use base_kinds
  use shelf, only: opened, shown
  implicit none
  private
  public :: double, shown, tick
  interface shown
    module procedure shown_real
  end interface
  integer, parameter :: long_here = long
contains
  real(double) function shown_real(x)
    real(double), intent(in) :: x
    shown_real = x * 2
  end function shown_real
  integer(long_here) function tick()
    opened = opened + 1
    tick = opened
  end function tick
end module front

module behind
  use front
  implicit none
  private :: double
  integer, parameter :: width = double
end module behind

program passed_on_names
  use front
  use behind, only: width
  use shelf, only: opened
  use base_kinds, only: long
  implicit none
  real(double) :: x
  integer(long) :: n
  x = 1.25_double
  n = tick()
  print *, double, long, width, n, opened
  print *, shown(3), shown(x)
end program passed_on_names
