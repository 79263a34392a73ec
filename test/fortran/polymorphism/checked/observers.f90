! Observers: a list of CLASS pointers, callbacks that change state, types that hold procedures and data.
module events
  implicit none
  type, abstract :: observer
  contains
    procedure(notified), deferred :: notify
  end type
  type reference
    class(observer), pointer :: target => null()
  end type
  type subject
    type(reference), allocatable :: list(:)
  contains
    procedure :: attach, fire
  end type
  abstract interface
    subroutine notified(self, value)
      import observer
      class(observer), intent(inout) :: self
      integer, intent(in) :: value
    end subroutine
  end interface
  type, extends(observer) :: summing
    integer :: total = 0
  contains
    procedure :: notify => add_up
  end type
  type, extends(observer) :: remembering
    integer, allocatable :: values(:)
  contains
    procedure :: notify => remember
  end type
contains
  subroutine attach(self, o)
    class(subject), intent(inout) :: self
    class(observer), target, intent(in) :: o
    type(reference) :: r
    if (.not. allocated(self%list)) allocate (self%list(0))
    r%target => o
    self%list = [self%list, r]
  end subroutine
  subroutine fire(self, value)
    class(subject), intent(in) :: self
    integer, intent(in) :: value
    integer :: i
    do i = 1, size(self%list)
      call self%list(i)%target%notify(value)
    end do
  end subroutine
  subroutine add_up(self, value)
    class(summing), intent(inout) :: self
    integer, intent(in) :: value
    self%total = self%total + value
  end subroutine
  subroutine remember(self, value)
    class(remembering), intent(inout) :: self
    integer, intent(in) :: value
    if (.not. allocated(self%values)) self%values = [integer ::]
    self%values = [self%values, value]
  end subroutine
end module
program observers
  use events
  implicit none
  type(subject) :: s
  type(summing), target :: sum1
  type(remembering), target :: all_values
  integer :: i
  call s%attach(sum1)
  call s%attach(all_values)
  do i = 1, 4
    call s%fire(i*i)
  end do
  print *, sum1%total, all_values%values, size(s%list)
end program
