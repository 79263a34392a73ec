module mod_a
  private
  public :: f, g, ty
  type ty
    private
    integer :: secret = 3
  end type
  interface f
    module procedure fi, fr, fc
  end interface
contains
  integer function fi(x)
    integer x
    fi = x + 1
  end function
  real function fr(x)
    real x
    fr = x + 1.0
  end function
  character(len=4) function fc(x)
    character(len=*) x
    fc = x
  end function
  subroutine g(a, n, b)
    integer, optional :: n
    integer a(:)
    integer, optional, intent(inout) :: b(:,:)
    if (present(n)) a(n) = 0
    if (present(b)) b = transpose(b)
  end subroutine
end module mod_a
module mod_b
  use mod_a, only : ff => f, g
  integer :: shared = 1
  real, parameter :: e = 2.718
  interface
    subroutine ext(x, y)
      real, intent(in) :: x
      real, intent(out), optional :: y
    end subroutine
  end interface
end module
subroutine ext(x, y)
  real, intent(in) :: x
  real, intent(out), optional :: y
  if (present(y)) y = x * 2
end subroutine
program e2
  use mod_b
  use mod_a
  implicit none
  integer :: v(3) = 1, m(2,2) = reshape((/1,2,3,4/),(/2,2/))
  real y
  type(ty) :: obj
  external :: old
  real :: old
  integer, external :: oldi
  print *, ff(1), f(1.5), f('abcdef')
  call g(v, 2)
  call g(v, b=m)
  print *, v, m
  call ext(1.0, y)
  call ext(1.0)
  print *, y, shared, e, old(2.0), oldi()
  call proc_arg(old, 3.0)
  call noargs
  call noargs()
contains
  subroutine proc_arg(p, x)
    real, external :: p
    real x
    print *, p(x)
  end subroutine
  subroutine noargs
    print *, 'noargs'
  end subroutine
end program
real function old(x)
  real x
  old = x ** 3
end function
integer function oldi()
  oldi = 5
end function
