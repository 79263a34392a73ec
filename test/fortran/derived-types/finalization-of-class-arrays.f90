! Allocatable arrays of CLASS are finalized as INTENT(OUT), at the end of a scope and by MOVE_ALLOC.
module things
  implicit none
  type thing
    integer :: i
  contains
    final :: end_one, end_many
  end type
contains
  subroutine end_one(x)
    type(thing) :: x
    print *, 'one', x%i
  end subroutine
  subroutine end_many(x)
    type(thing) :: x(:)
    print *, 'many', x%i
  end subroutine
  subroutine clear(x)
    class(thing), allocatable, intent(out) :: x(:)
  end subroutine
  subroutine leave
    class(thing), allocatable :: x(:)
    allocate (x(2))
    x%i = [6, 7]
  end subroutine
end module
program p
  use things
  class(thing), allocatable :: a(:), b(:)
  allocate (a(3))
  a%i = [1, 2, 3]
  call clear(a)
  print *, allocated(a)
  call leave
  allocate (a(1), b(2))
  a%i = 4
  b%i = 5
  call move_alloc(a, b)
  print *, size(b)
  deallocate (b)
end program
