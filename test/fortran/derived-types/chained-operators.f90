! Chains of type-bound operators on polymorphic results: each operand is computed once.
module fields
  implicit none
  type, abstract :: field
  contains
    procedure(scaled), deferred :: scale
    procedure(added), deferred :: plus
    procedure(set), deferred :: take
    generic :: operator(*) => scale
    generic :: operator(+) => plus
    generic :: assignment(=) => take
  end type
  abstract interface
    function scaled(a, x)
      import :: field
      class(field), intent(in) :: a
      integer, intent(in) :: x
      class(field), allocatable :: scaled
    end function
    function added(a, b)
      import :: field
      class(field), intent(in) :: a, b
      class(field), allocatable :: added
    end function
    subroutine set(a, b)
      import :: field
      class(field), intent(inout) :: a
      class(field), intent(in) :: b
    end subroutine
  end interface
  type, extends(field) :: whole
    integer :: n = 0
  contains
    procedure :: scale => scale_whole
    procedure :: plus => add_whole
    procedure :: take => set_whole
  end type
contains
  integer function value_of(a)
    class(field), intent(in) :: a
    value_of = -1
    select type (a)
    type is (whole)
      value_of = a%n
    end select
  end function
  function scale_whole(a, x) result(r)
    class(whole), intent(in) :: a
    integer, intent(in) :: x
    class(field), allocatable :: r
    print *, 'scale', a%n, x
    allocate (r, source=whole(a%n * x))
  end function
  function add_whole(a, b) result(r)
    class(whole), intent(in) :: a
    class(field), intent(in) :: b
    class(field), allocatable :: r
    print *, 'add', a%n, value_of(b)
    allocate (r, source=whole(a%n + value_of(b)))
  end function
  subroutine set_whole(a, b)
    class(whole), intent(inout) :: a
    class(field), intent(in) :: b
    a%n = value_of(b)
  end subroutine
end module

program main
  use fields
  implicit none
  class(whole), allocatable :: u
  character(1) :: letters(5) = ['a', 'b', 'c', 'd', 'e']
  character(5) :: word
  allocate (u, source=whole(3))
  u = u * 2 * 5
  print *, u%n
  u = (u * 2) + u * 4
  print *, u%n
  u = u%scale(2) * 3
  print *, u%n
  word = transfer(letters(5:1:-1), word)
  print *, word, letters(5:1:-2)
end program
