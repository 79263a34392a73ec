! Finalization: at the end of a scope, on DEALLOCATE, of components and of parents, through pointers, and of INTENT(OUT) arguments.
module resources
  implicit none
  type :: handle
    integer :: id = 0
  contains
    final :: close_one
  end type
  type, extends(handle) :: named
    character(4) :: name = '----'
  contains
    final :: close_named
  end type
  type :: holder
    integer :: kept = 3
    type(handle) :: h
  end type
contains
  subroutine close_one(x)
    type(handle), intent(inout) :: x
    print *, 'close', x%id
    x%id = -1
  end subroutine
  subroutine close_named(x)
    type(named), intent(inout) :: x
    print *, 'close named ', x%name
  end subroutine
end module
program finalizers
  use resources
  implicit none
  type(handle), allocatable :: a
  type(handle), pointer :: p
  type(holder), allocatable :: k
  class(handle), allocatable :: c
  print *, 'scalar'
  allocate (a)
  a%id = 1
  deallocate (a)
  print *, 'pointer'
  allocate (p)
  p%id = 4
  deallocate (p)
  print *, 'component'
  allocate (k)
  k%h%id = 9
  deallocate (k)
  print *, 'scope'
  call local(5)
  print *, 'extension'
  allocate (named :: c)
  c%id = 6
  deallocate (c)
  print *, 'intent out'
  call wide
  print *, 'end'
contains
  subroutine local(k)
    integer, intent(in) :: k
    type(handle) :: x
    x%id = k
    print *, 'in scope', x%id
    block
      type(handle) :: y
      y%id = k*10
    end block
    print *, 'after block'
  end subroutine
  subroutine wide
    type(handle) :: x
    x%id = 7
    call reset(x)
    print *, 'was reset', x%id
    x%id = 8
  end subroutine
  subroutine reset(x)
    type(handle), intent(out) :: x
    x%id = 100
  end subroutine
end program
