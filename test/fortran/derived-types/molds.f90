! ALLOCATE with MOLD=: the type comes from a variable that may be undefined, and the values from the type.
module kinds_of_shapes
  implicit none
  type :: shape
  end type
  type, extends(shape) :: circle
    integer :: x = 5, r = 1
  end type
end module

program molds
  use kinds_of_shapes
  implicit none
  class(*), allocatable :: any, anys(:)
  class(shape), allocatable :: one, some(:)
  class(circle), allocatable :: round, rounds(:)
  type(circle), allocatable :: plain, plains(:)
  class(circle), pointer :: nowhere => null()
  allocate (anys(2), mold=round)
  call show(anys(2))
  deallocate (anys)
  allocate (any, mold=round)
  call show(any)
  deallocate (any)
  allocate (any, mold=plain)
  call show(any)
  deallocate (any)
  allocate (one, mold=round)
  call show(one)
  deallocate (one)
  allocate (one, mold=nowhere)
  call show(one)
  deallocate (one)
  allocate (some(3), mold=rounds)
  call show(some(3))
  deallocate (some)
  allocate (some(2), mold=plains)
  call show(some(1))
  deallocate (some)
  allocate (round, rounds(2), plain)
  round%x = 7
  plain%r = 8
  rounds%r = 9
  allocate (any, mold=round)
  allocate (one, mold=plain)
  allocate (some, mold=rounds)
  call show(any)
  call show(one)
  call show(some(2))
  allocate (anys(1), source=round)
  call show(anys(1))
  deallocate (any, anys)
  allocate (any, mold='four')
  allocate (anys(2), mold=1.5d0)
  call show(any)
  call show(anys(1))
contains
  subroutine show(o)
    class(*), intent(in) :: o
    select type (o)
    type is (circle)
      print *, 'circle', o%x, o%r
    type is (character(*))
      print *, 'characters', len(o)
    type is (real(8))
      print *, 'real'
    class default
      print *, 'other'
    end select
  end subroutine
end program
