module reentered
  implicit none
  abstract interface
    real function of_real(x)
      real, intent(in) :: x
    end function
  end interface
  type :: solver
    procedure(of_real), pointer, nopass :: f => null()
    integer :: level = 0
  contains
    procedure :: solve
  end type
contains
  subroutine root(fun, level, r)
    procedure(of_real) :: fun
    integer, intent(in) :: level
    real, intent(out) :: r
    type(solver) :: s
    real :: own(3)
    own = level
    s%f => wrap
    s%level = level
    call s%solve(r)
    r = r + sum(own)
  contains
    real function wrap(x)
      real, intent(in) :: x
      wrap = fun(x) + 10**level + own(2)
    end function
  end subroutine
  subroutine solve(self, r)
    class(solver), intent(inout) :: self
    real, intent(out) :: r
    if (self%level > 0) then
      call root(twice, self%level - 1, r)
      r = r + self%f(1.0)
    else
      r = self%f(2.0)
    end if
  contains
    real function twice(x)
      real, intent(in) :: x
      twice = 2*self%f(x) + self%level
    end function
  end subroutine
  real function identity(x)
    real, intent(in) :: x
    identity = x
  end function
end module

module through_arguments
  implicit none
  integer :: depth = 0
contains
  subroutine outer(n)
    integer, intent(in) :: n
    integer :: kept(2)
    character(len=n) :: text
    kept = [n, n + 1]
    text = repeat(achar(iachar('a') + n), n)
    call apply(inner)
    print *, n, kept, text
  contains
    subroutine inner
      if (n > 0) call again(n - 1)
      kept = kept + 100
    end subroutine
  end subroutine
  subroutine apply(what)
    interface
      subroutine what
      end subroutine
    end interface
    call what
  end subroutine
  subroutine again(n)
    integer, intent(in) :: n
    call outer(n)
  end subroutine
end module

program p
  use reentered
  use through_arguments
  implicit none
  real :: r
  call root(identity, 0, r)
  print *, r
  call root(identity, 1, r)
  print *, r
  call root(identity, 3, r)
  print *, r
  call outer(3)
end program
