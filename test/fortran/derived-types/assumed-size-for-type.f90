! CLASS arrays of assumed size and of the declared type, passed to TYPE dummies.
module m
  type base
    integer :: i
  end type
contains
  subroutine c(a)
    class(base) :: a(*)
    call e(a)
    call f(a)
    print *, a(1:3)%i
  end subroutine
  subroutine d(a)
    class(base) :: a(*)
    call s(a, 3)
    print *, a(1:3)%i
  end subroutine
  subroutine s(a, n)
    integer :: n
    type(base) :: a(*)
    print *, a(1:n)%i
    a(2)%i = 77
  end subroutine
  subroutine e(a)
    type(base) :: a(3)
    print *, a%i
    a(3)%i = 99
  end subroutine
  subroutine f(a)
    type(base) :: a(1, 2)
    print *, a%i
    a(1, 2)%i = 55
  end subroutine
end module
program t
  use m
  type(base) :: z(3)
  z%i = [4, 5, 6]
  call c(z)
  call d(z)
end program
