! Generic type-bound procedures: operators and assignment, PASS and NOPASS, specifics overridden in an extension.
module shapes
  implicit none
  type :: vec
    real :: x = 0, y = 0
  contains
    procedure, private :: add_vec
    procedure, private :: add_scalar
    procedure, private, pass(b) :: scalar_times
    procedure, private :: from_array
    procedure :: name => vec_name
    procedure, nopass :: dimension => two
    procedure, private :: same
    generic :: operator(+) => add_vec, add_scalar
    generic :: operator(*) => scalar_times
    generic :: operator(.is.) => same
    generic :: assignment(=) => from_array
    generic :: show => show_plain, show_titled
    procedure :: show_plain
    procedure, private :: show_titled
  end type
  type, extends(vec) :: vec3
    real :: z = 0
  contains
    procedure :: name => vec3_name
    procedure, nopass :: dimension => three
    procedure :: show_plain => show3
    procedure, private :: show_number
    generic :: show => show_number
  end type
contains
  type(vec) function add_vec(a, b)
    class(vec), intent(in) :: a
    type(vec), intent(in) :: b
    add_vec = vec(a%x + b%x, a%y + b%y)
  end function
  type(vec) function add_scalar(a, b)
    class(vec), intent(in) :: a
    real, intent(in) :: b
    add_scalar = vec(a%x + b, a%y + b)
  end function
  type(vec) function scalar_times(a, b)
    real, intent(in) :: a
    class(vec), intent(in) :: b
    scalar_times = vec(a*b%x, a*b%y)
  end function
  subroutine from_array(a, b)
    class(vec), intent(inout) :: a
    real, intent(in) :: b(:)
    a%x = b(1)
    a%y = b(2)
    select type (a)
    type is (vec3)
      a%z = b(3)
    end select
  end subroutine
  logical function same(a, b)
    class(vec), intent(in) :: a, b
    same = same_type_as(a, b) .and. a%x == b%x .and. a%y == b%y
  end function
  function vec_name(self) result(r)
    class(vec), intent(in) :: self
    character(:), allocatable :: r
    r = 'vec'
  end function
  function vec3_name(self) result(r)
    class(vec3), intent(in) :: self
    character(:), allocatable :: r
    r = self%vec%name()//'3'
  end function
  integer function two()
    two = 2
  end function
  integer function three()
    three = 3
  end function
  subroutine show_plain(self)
    class(vec), intent(in) :: self
    print '(a, 2f6.2)', self%name(), self%x, self%y
  end subroutine
  subroutine show_titled(self, title)
    class(vec), intent(in) :: self
    character(*), intent(in) :: title
    write (*, '(2a)', advance='no') title, ': '
    call self%show()
  end subroutine
  subroutine show3(self)
    class(vec3), intent(in) :: self
    print '(a, 3f6.2)', self%name(), self%x, self%y, self%z
  end subroutine
  subroutine show_number(self, n)
    class(vec3), intent(in) :: self
    integer, intent(in) :: n
    print '(a, i3)', 'number', n
    call self%show_plain()
  end subroutine
end module
program overrides
  use shapes
  implicit none
  type(vec) :: a, b
  type(vec3) :: c
  class(vec), allocatable :: any
  a = [1., 2.]
  b = 2.*a + a + 0.5
  call b%show()
  c = [4., 5., 6.]
  call c%show('three')
  call c%show(9)
  print *, a .is. vec(1., 2.), a .is. c, a%dimension(), c%dimension()
  any = c
  call any%show('any')
  print *, any%name(), any%dimension(), any .is. c
  deallocate (any)
  allocate (any, source=a + c%vec)
  call any%show('sum')
end program
