! A growing list as a type: doubling of storage, insertion, removal, copies without shared storage, MOVE_ALLOC of components.
module lists
  implicit none
  type list
    integer, allocatable :: items(:)
    integer :: n = 0
  contains
    procedure :: append, insert, remove, values
  end type
contains
  subroutine append(self, x)
    class(list), intent(inout) :: self
    integer, intent(in) :: x
    integer, allocatable :: more(:)
    if (.not. allocated(self%items)) allocate (self%items(2))
    if (self%n == size(self%items)) then
      allocate (more(2*self%n))
      more(:self%n) = self%items
      call move_alloc(more, self%items)
    end if
    self%n = self%n + 1
    self%items(self%n) = x
  end subroutine
  subroutine insert(self, at, x)
    class(list), intent(inout) :: self
    integer, intent(in) :: at, x
    call self%append(0)
    self%items(at + 1:self%n) = self%items(at:self%n - 1)
    self%items(at) = x
  end subroutine
  subroutine remove(self, at)
    class(list), intent(inout) :: self
    integer, intent(in) :: at
    self%items(at:self%n - 1) = self%items(at + 1:self%n)
    self%n = self%n - 1
  end subroutine
  pure function values(self) result(v)
    class(list), intent(in) :: self
    integer :: v(self%n)
    v = self%items(:self%n)
  end function
end module
program growth
  use lists
  implicit none
  type(list) :: a, b
  integer :: i
  do i = 1, 5
    call a%append(i*i)
  end do
  b = a
  call a%insert(2, -1)
  call a%remove(5)
  print *, a%values(), size(a%items)
  print *, b%values(), size(b%items), sum(b%values())
end program
