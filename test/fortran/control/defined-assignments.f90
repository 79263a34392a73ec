! Defined assignments in FORALL and WHERE: all values are computed before the first assignment.
module counted
  type t
    integer :: v = 0
  end type
  interface assignment(=)
    module procedure set
  end interface
contains
  pure elemental subroutine set(a, b)
    type(t), intent(inout) :: a
    type(t), intent(in) :: b
    a%v = b%v + 10
  end subroutine
end module
program defined_in_order
  use counted
  type(t) :: x(5)
  integer :: i
  x%v = [1,2,3,4,5]
  forall (i=2:5) x(i) = x(i-1)
  print *, x%v
  x%v = [1,2,3,4,5]
  x(2:5) = x(1:4)
  print *, x%v
  x%v = [1,2,3,4,5]
  where (x(1:4)%v > 0) x(2:5) = x(1:4)
  print *, x%v
  x%v = [1,2,3,4,5]
  forall (i=1:1)
    where (x(1:4)%v > 0) x(2:5) = x(1:4)
  end forall
  print *, x%v
  x%v = [1,2,3,4,5]
  associate (z => x(2:5))
    z = x(1:4)
  end associate
  print *, x%v
end program
