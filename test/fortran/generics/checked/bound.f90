! Type-bound generics: overloads by type and rank, operators, assignment, writing of results.
module vectors
  implicit none
  type vector
    real, allocatable :: x(:)
  contains
    procedure, private :: add, scale_right, dot, from_scalar, from_array
    procedure, private, pass(v) :: scale_left
    generic :: operator(+) => add
    generic :: operator(*) => scale_right, scale_left, dot
    generic :: assignment(=) => from_scalar, from_array
    procedure, private :: at_index, at_range
    generic :: at => at_index, at_range
    procedure :: length
  end type
contains
  type(vector) function add(self, other)
    class(vector), intent(in) :: self, other
    add%x = self%x + other%x
  end function
  type(vector) function scale_right(self, k)
    class(vector), intent(in) :: self
    real, intent(in) :: k
    scale_right%x = self%x*k
  end function
  type(vector) function scale_left(k, v)
    real, intent(in) :: k
    class(vector), intent(in) :: v
    scale_left%x = k*v%x
  end function
  real function dot(self, other)
    class(vector), intent(in) :: self, other
    dot = dot_product(self%x, other%x)
  end function
  subroutine from_scalar(self, s)
    class(vector), intent(inout) :: self
    real, intent(in) :: s
    self%x = [s]
  end subroutine
  subroutine from_array(self, a)
    class(vector), intent(inout) :: self
    real, intent(in) :: a(:)
    self%x = a
  end subroutine
  real function at_index(self, i)
    class(vector), intent(in) :: self
    integer, intent(in) :: i
    at_index = self%x(i)
  end function
  function at_range(self, first, last) result(r)
    class(vector), intent(in) :: self
    integer, intent(in) :: first, last
    real, allocatable :: r(:)
    r = self%x(first:last)
  end function
  integer function length(self)
    class(vector), intent(in) :: self
    length = size(self%x)
  end function
end module
program bound_generics
  use vectors
  implicit none
  type(vector) :: a, b, c
  a = [1., 2., 3.]
  b = [10., 20., 30.]
  c = a + b*2. + 0.5*a
  print *, c%x, a*b
  print *, c%at(2), c%at(2, 3), c%length()
  c = 7.
  print *, c%x, c%length()
end program
