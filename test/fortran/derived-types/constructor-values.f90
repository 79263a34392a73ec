! Values of components in constructors: a function's own name as a procedure, allocatable results that are freed.
module m
  implicit none
  type, abstract :: part
    integer, allocatable :: chain(:)
  end type
  type, extends(part) :: link
  contains
    final :: end_link
  end type
  type holder
    class(part), allocatable :: p
  contains
    procedure :: copy
  end type
  integer :: ended = 0
contains
  impure elemental subroutine end_link(l)
    type(link), intent(inout) :: l
    ended = ended + 1
  end subroutine
  function copy(h) result(p)
    class(holder), intent(in) :: h
    class(part), allocatable :: p
    if (allocated(h%p)) allocate (p, source=h%p)
  end function
end module

program constructor_values
  use m
  implicit none
  type action
    integer :: n
    procedure(twice), pointer, nopass :: f
  end type
  type(action) :: a
  type(action), allocatable :: b
  a = action(1, twice)
  a = a%f(a)
  print *, a%n, associated(a%f)
  allocate (b, source=twice(a))
  print *, b%n
  call hold
  print *, ended
contains
  function twice(a)
    type(action), intent(in) :: a
    type(action) :: twice
    twice = action(2*a%n, twice)
  end function
  subroutine hold
    type(holder) :: h
    class(part), allocatable :: q
    allocate (link :: h%p)
    h%p%chain = [1, 2]
    allocate (q, source=h%copy())
    print *, ended, q%chain
  end subroutine
end program
