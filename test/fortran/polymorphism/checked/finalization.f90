! Final procedures: end of scope, deallocation, assignment, components; order of calls.
module finals
  implicit none
  integer :: alive = 0
  type resource
    integer :: id = 0
  contains
    final :: release
  end type
  type owner
    type(resource) :: part
    character(4) :: name = 'own'
  end type
contains
  subroutine release(self)
    type(resource), intent(inout) :: self
    print *, 'release', self%id
    self%id = -1
  end subroutine
  subroutine scope(n)
    integer, intent(in) :: n
    type(resource) :: local
    local%id = n
    print *, 'in scope', local%id
  end subroutine
end module
program finalization
  use finals
  implicit none
  type(resource), allocatable :: r
  type(owner), pointer :: o
  call scope(1)
  allocate (r)
  r%id = 2
  deallocate (r)
  allocate (o)
  o%part%id = 3
  deallocate (o)
  block
    type(resource) :: b
    b%id = 4
  end block
  print *, 'end'
end program
