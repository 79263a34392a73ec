! MODULE procedures with their own interfaces, which earlier generic interfaces name; and a separate body without PURE, which
! ELEMENTAL implies.
module diagonals
  implicit none
  interface diagonal
    procedure :: of_matrix
    procedure :: of_vector
  end interface
  interface
    pure elemental module real function twice(x)
      real, intent(in) :: x
    end function
    elemental module real function thrice(x)
      real, intent(in) :: x
    end function
  end interface
  interface operator(.with.)
    module procedure joined
  end interface
contains
  module function of_matrix(a) result(d)
    real, intent(in) :: a(:, :)
    real :: d(minval(shape(a)))
    integer :: i
    do i = 1, size(d)
      d(i) = a(i, i)
    end do
  end function
  module function of_vector(v) result(a)
    real, intent(in) :: v(:)
    real :: a(size(v), size(v))
    integer :: i
    a = 0
    do i = 1, size(v)
      a(i, i) = v(i)
    end do
  end function
  pure module function joined(a, b) result(c)
    character(*), intent(in) :: a, b
    character(len(a) + len(b)) :: c
    c = a // b
  end function
end module

submodule(diagonals) bodies
contains
  elemental module real function twice(x)
    real, intent(in) :: x
    twice = 2*x
  end function
  pure elemental module real function thrice(x)
    real, intent(in) :: x
    thrice = 3*x
  end function
end submodule

program p
  use diagonals
  implicit none
  print *, diagonal(diagonal([1.0, 2.0, 3.0]))
  print *, twice([1.0, 2.0]), thrice(3.0)
  print *, 'ab' .with. 'cde'
end program
