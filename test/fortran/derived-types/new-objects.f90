! Objects created by ALLOCATE with SOURCE=, or by assignment to an unallocated variable, have no old value to finalise
module final_counts
  implicit none
  integer :: ended = 0
  type :: t
    integer :: id = 0
  contains
    final :: finish
  end type
  type :: outer
    type(t) :: inner
    real, allocatable :: r(:)
  end type
contains
  impure elemental subroutine finish(a)
    type(t), intent(inout) :: a
    ended = ended + 1
    print '(a, i0)', 'end ', a%id
  end subroutine
end module
program new_objects
  use final_counts
  implicit none
  type(t), save :: k, many(2)
  type(outer), save :: o
  type(t), allocatable, save :: a, b, c(:), d(:), e(:, :)
  type(outer), allocatable, save :: p, q(:)
  type(t), pointer :: ptr, ptrs(:)
  k%id = 1
  many%id = [2, 3]
  o%inner%id = 4
  o%r = [1.0, 2.0]
  allocate(a, source=k)
  print *, a%id, ended
  allocate(c, source=many)
  allocate(d(3), source=k)
  allocate(e(2, 1), source=reshape(many, [2, 1]))
  print *, c%id, d%id, e%id, ended
  allocate(p, source=o)
  allocate(q(2), source=o)
  print *, p%inner%id, p%r, q%inner%id, q(2)%r, ended
  allocate(ptr, source=k)
  allocate(ptrs, source=many)
  print *, ptr%id, ptrs%id, ended
  b = k
  print *, b%id, ended
end program
