! Dummy arguments without a type keep the implicit type of their interface in a submodule with IMPLICIT NONE.
module m
  interface
    module subroutine s(x, gcus, n)
      real, intent(out) :: x
    end subroutine
    module function f(y) result(r)
    end function
  end interface
end module
submodule (m) k
  implicit none
contains
  module procedure s
    x = gcus * n
  end procedure
  module procedure f
    r = y * 2
  end procedure
end submodule
program p
  use m
  real :: x
  call s(x, 2.5, 2)
  print *, x, f(1.5)
end program
