! A function in the subscripts of a structure is called once for all components.
program items_called_once
  implicit none
  type inner
    integer :: i = 0
    character(3) :: c = 'abc'
  end type
  type outer
    type(inner) :: a(2)
    real :: x = 0
  end type
  type(outer) :: o(4)
  integer :: calls = 0, k
  character(80) :: text
  do k = 1, 4
    o(k)%x = k
    o(k)%a%i = [10 * k, 10 * k + 1]
  end do
  print *, o(next())
  print '(i4,a4,i4,a4,f5.1)', o(next())
  print *, o(next())%a(1)
  print *, calls
  text = '7 xyz 8 uvw 9.5'
  read (text, *) o(next())
  print *, calls, o(4)
contains
  integer function next()
    calls = calls + 1
    next = calls
  end function
end program
