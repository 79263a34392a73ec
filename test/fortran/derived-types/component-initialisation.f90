! A procedure that a component's type binds to assignment(=) is only for assignment statements: initial values,
! constructors, intermediate values and ALLOCATE copy the bytes.
module parts
  implicit none
  type :: part
    integer :: c = 0
  contains
    procedure :: negate
    generic :: assignment(=) => negate
  end type
  type :: whole
    type(part) :: p = part(4)
  end type
  type :: more
    type(whole) :: w = whole(part(3))
    type(whole) :: v(2) = [whole(part(3)), whole(part(2))]
  end type
  integer :: calls = 0
  type(whole) :: m = whole(part(5))
contains
  impure elemental subroutine negate(to, from)
    class(part), intent(inout) :: to
    class(part), intent(in) :: from
    calls = calls + 1
    to%c = -from%c
  end subroutine
end module
program main
  use parts
  implicit none
  type(whole) :: a = whole(part(6)), c(2) = [whole(part(6)), whole(part(7))]
  type(whole), allocatable :: s, t(:)
  type(more) :: o
  print *, m%p%c, a%p%c, c%p%c, o%w%p%c, o%v%p%c, calls
  call initialise()
  allocate (s, source=a)
  allocate (t, source=c)
  print *, s%p%c, t%p%c, calls
  call assign()
contains
  subroutine initialise()
    type(more) :: o, q(2)
    print *, o%w%p%c, o%v%p%c, q%w%p%c, calls
  end subroutine
  subroutine assign()
    type(whole) :: b(2)
    c = [a, a]
    print *, c%p%c, calls
    c(1) = whole(part(7))
    b = [c(1), c(2)]
    print *, b%p%c, calls
    b = [whole(part(6)), whole(part(7))]
    print *, b%p%c, calls
    b = f()
    print *, b%p%c, calls
    where (c%p%c > -7) b = c
    print *, b%p%c, calls
  end subroutine
  function f()
    type(whole) :: f(2)
    f(1)%p%c = 8
    f(2)%p%c = 9
  end function
end program
