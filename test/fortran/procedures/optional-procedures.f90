! An optional dummy procedure without an interface, whose first use is in PRESENT.
module methods
  implicit none
  type :: method
    integer :: count = 0
    procedure(), nopass, pointer :: first => null(), second => null()
  end type
contains
  function made(f, g) result(that)
    procedure() :: f
    procedure(), optional :: g
    type(method) :: that
    that%first => f
    that%count = 1
    if (present(g)) then
      that%second => g
      that%count = 2
    end if
  end function
end module

program p
  use methods
  implicit none
  type(method) :: m
  m = made(hello)
  print *, m%count, associated(m%second)
  call m%first()
  m = made(hello, bye)
  print *, m%count, associated(m%second)
  call m%second()
contains
  subroutine hello
    print *, 'hello'
  end subroutine
  subroutine bye
    print *, 'bye'
  end subroutine
end program
