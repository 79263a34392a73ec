! Final procedures by rank: for scalars, for arrays, elemental, for components and parents; when variables go out of scope,
! are deallocated or become INTENT(OUT) arguments.
module finals
  implicit none
  type base
    integer :: id = 0
  contains
    final :: end_base, end_bases
  end type
  type, extends(base) :: child
    integer :: extra = 0
  contains
    final :: end_child, end_children
  end type
  type each
    integer :: id = 0
  contains
    final :: end_each
  end type
  type single
    integer :: id = 0
  contains
    final :: end_single
  end type
  type flat
    integer :: id = 0
  contains
    final :: end_flat
  end type
  type box
    type(base) :: one
    type(base), allocatable :: more(:)
    class(base), allocatable :: many(:)
  end type
contains
  subroutine end_base(x)
    type(base), intent(inout) :: x
    print *, 'base', x%id
  end subroutine
  subroutine end_bases(x)
    type(base), intent(inout) :: x(:)
    print *, 'bases', x%id
  end subroutine
  subroutine end_child(x)
    type(child), intent(inout) :: x
    print *, 'child', x%id, x%extra
  end subroutine
  subroutine end_children(x)
    type(child), intent(inout) :: x(:,:)
    print *, 'children', shape(x), x%id
  end subroutine
  impure elemental subroutine end_each(x)
    type(each), intent(inout) :: x
    print *, 'each', x%id
  end subroutine
  subroutine end_single(x)
    type(single), intent(inout) :: x
    print *, 'single', x%id
  end subroutine
  subroutine end_flat(x)
    type(flat), intent(inout) :: x(3)
    print *, 'flat', x%id
  end subroutine
  subroutine local_array
    type(base) :: b(2)
    b%id = [2, 3]
    print *, 'end of local_array'
  end subroutine
  subroutine local_allocatable(n)
    integer, intent(in) :: n
    type(base), allocatable :: d(:)
    allocate (d(n))
    d%id = n
    print *, 'end of local_allocatable'
  end subroutine
  subroutine local_automatic(n)
    integer, intent(in) :: n
    type(each) :: e(n)
    e%id = n
    print *, 'end of local_automatic'
  end subroutine
  subroutine clear(c, d)
    type(base), allocatable, intent(out) :: c(:)
    type(base), intent(out) :: d(:)
    d%id = 21
    print *, 'clear', allocated(c), size(d)
  end subroutine
  subroutine clear_any(x)
    class(base), intent(out) :: x(:,:)
    print *, 'cleared', x%id
  end subroutine
end module

program finalisation
  use finals
  implicit none
  type(base), allocatable :: scalar, array(:), plane(:,:)
  type(child), allocatable :: one, row(:), matrix(:,:)
  class(base), allocatable :: poly, polies(:), grid(:,:)
  type(base), pointer :: p, q(:)
  type(each), allocatable :: e(:,:)
  type(single), allocatable :: s(:)
  type(flat), allocatable :: f(:)
  type(box), allocatable :: held
  call local_array
  call local_allocatable(2)
  call local_automatic(2)
  print *, 'deallocate'
  allocate (scalar, array(3), plane(1, 2), one, row(2), matrix(1, 2))
  scalar%id = 1; array%id = [1, 2, 3]; plane%id = 4
  one%id = 5; row%id = 6; matrix%id = 7
  deallocate (scalar); deallocate (array); deallocate (plane)
  deallocate (one); deallocate (row); deallocate (matrix)
  allocate (child :: poly, polies(2), grid(2, 1))
  poly%id = 8; polies%id = 9; grid%id = 10
  deallocate (poly); deallocate (polies)
  allocate (p, q(2))
  p%id = 11; q%id = 12
  deallocate (p); deallocate (q)
  allocate (e(1, 2), s(2), f(3))
  e%id = 13; s%id = 14; f%id = 15
  deallocate (e); deallocate (s); deallocate (f)
  print *, 'box'
  allocate (held)
  held%one%id = 16
  allocate (held%more(2))
  held%more%id = 17
  deallocate (held)
  print *, 'arguments'
  allocate (array(2)); allocate (row(2))
  array%id = 18
  block
    type(base) :: inner
    type(base), allocatable :: d(:)
    inner%id = 19
    allocate (d(2))
    d%id = 20
    call clear(array, d)
    print *, 'end of block'
    deallocate (d)
  end block
  call clear_any(grid)
end program
