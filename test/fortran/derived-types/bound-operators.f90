module m
  implicit none
  type base
    integer :: id = 0
  contains
    procedure :: get => get_base
    procedure :: assign_base
    generic :: assignment(=) => assign_base
    procedure :: write_it
  end type
  type, extends(base) :: derived
    real :: w(3) = [1., 2., 3.]
  contains
    procedure :: get => get_derived
  end type
  type matrix
    integer :: n = 0
    real, allocatable :: a(:, :)
  contains
    procedure :: init
    procedure :: trace
    procedure, private :: mul
    generic :: operator(*) => mul
  end type
  interface operator(.eqv.)
    module procedure same
  end interface
  interface operator(-)
    module procedure negate
  end interface
contains
  integer function get_base(self)
    class(base), intent(in) :: self
    get_base = self%id
  end function
  integer function get_derived(self)
    class(derived), intent(in) :: self
    get_derived = self%id * 100
  end function
  subroutine assign_base(lhs, rhs)
    class(base), intent(inout) :: lhs
    class(base), intent(in) :: rhs
    lhs%id = rhs%id + 1
  end subroutine
  subroutine write_it(self, unit)
    class(base), intent(in) :: self
    integer, intent(in), optional :: unit
    integer :: u
    u = 6
    if (present(unit)) u = unit
    write (u, '(a, i0)') 'id=', self%get()
  end subroutine
  subroutine init(self, n)
    class(matrix), intent(out) :: self
    integer, intent(in) :: n
    integer :: i
    self%n = n
    allocate (self%a(n, n), source=0.)
    do i = 1, n
      self%a(i, i) = i
    end do
  end subroutine
  pure real function trace(self)
    class(matrix), intent(in) :: self
    integer :: i
    trace = sum([(self%a(i, i), i = 1, self%n)])
  end function
  function mul(a, b) result(c)
    class(matrix), intent(in) :: a
    class(matrix), intent(in) :: b
    type(matrix) :: c
    c%n = a%n
    c%a = matmul(a%a, b%a)
  end function
  logical function same(a, b)
    type(base), intent(in) :: a, b
    same = a%id == b%id
  end function
  elemental function negate(a) result(b)
    type(base), intent(in) :: a
    type(base) :: b
    b%id = -a%id
  end function
end module
program t
  use m
  implicit none
  type(base) :: x, y, arr(3)
  type(derived), target :: d
  class(base), pointer :: p
  class(base), allocatable :: list(:)
  type(matrix) :: a, b
  integer :: i
  x%id = 5
  y = x
  print *, y%id, x .eqv. y
  d%id = 3
  p => d
  print *, p%get(), d%base%get(), d%w
  call p%write_it()
  call a%init(3)
  b = a * a
  print *, b%trace(), a%trace()
  arr%id = [1, 2, 3]
  arr = -arr
  print *, arr%id
  allocate (derived :: list(2))
  list(1)%id = 7
  print *, list(1)%get(), size(list)
  do i = 1, 2
    select type (q => list(i))
    type is (derived)
      q%w = q%w * i
      print *, q%w
    end select
  end do
end program
