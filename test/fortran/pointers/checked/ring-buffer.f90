! A ring buffer and a queue of pointers; transfer of ownership; ASSOCIATED after deallocation.
module queues
  implicit none
  type ring
    integer, allocatable :: data(:)
    integer :: head = 0, count = 0
  contains
    procedure :: put, take, is_full
  end type
contains
  subroutine put(self, x)
    class(ring), intent(inout) :: self
    integer, intent(in) :: x
    self%data(mod(self%head + self%count, size(self%data)) + 1) = x
    if (self%is_full()) then
      self%head = mod(self%head + 1, size(self%data))
    else
      self%count = self%count + 1
    end if
  end subroutine
  integer function take(self)
    class(ring), intent(inout) :: self
    take = self%data(self%head + 1)
    self%head = mod(self%head + 1, size(self%data))
    self%count = self%count - 1
  end function
  pure logical function is_full(self)
    class(ring), intent(in) :: self
    is_full = self%count == size(self%data)
  end function
end module
program ring_buffer
  use queues
  implicit none
  type(ring) :: r
  integer, pointer :: owner(:), borrowed(:)
  integer :: i
  allocate (r%data(3))
  do i = 1, 5
    call r%put(i)
  end do
  print *, r%is_full(), r%take(), r%take(), r%take(), r%count
  allocate (owner(3), source=[7, 8, 9])
  borrowed => owner(2:)
  borrowed(1) = 80
  print *, owner, associated(borrowed, owner(2:3))
  owner => null()
  print *, associated(owner), borrowed
end program
