! DEALLOCATE of CLASS(*) calls final procedures and resets the dynamic type.
module deallocate_unlimited_types
  implicit none
  type t
    integer :: i = 0
    integer, allocatable :: held(:)
  contains
    final :: bye
  end type
contains
  subroutine bye(x)
    type(t), intent(inout) :: x
    print *, 'bye', x%i, allocated(x%held)
  end subroutine
end module
program deallocate_unlimited
  use deallocate_unlimited_types
  implicit none
  type whole
    class(*), pointer :: part => null()
  end type
  class(*), allocatable :: a
  class(*), pointer :: q, r(:)
  type(t) :: o
  type(whole) :: w
  allocate (t :: a)
  select type (a)
  type is (t)
    a%i = 1
    allocate (a%held(3), source=7)
  end select
  print *, 'allocated'
  deallocate (a)
  allocate (t :: q)
  allocate (t :: r(2))
  print *, extends_type_of(q, o), extends_type_of(r, o), extends_type_of(o, r), same_type_as(r, o)
  deallocate (q, r)
  print *, extends_type_of(q, o), extends_type_of(r, o), extends_type_of(o, r), extends_type_of(o, q)
  allocate (w%part, source='text')
  deallocate (w%part)
  print *, associated(w%part)
  allocate (a, source=2.5d0)
  deallocate (a)
  print *, allocated(a)
end program
