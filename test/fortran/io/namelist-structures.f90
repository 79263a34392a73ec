! NAMELIST of derived types: components, arrays of them, nested ones, both ways.
program namelist_structures
  implicit none
  type point
    real :: x = 1, y = 2
  end type
  type shape
    character(4) :: name = 'abc'
    type(point) :: corner(2)
    integer :: n(3) = [1, 2, 3]
  end type
  type(shape) :: s, t(2)
  integer :: after = 5
  namelist /group/ s, t, after
  write (*, group)
  read (*, group)
  write (*, group)
end program
