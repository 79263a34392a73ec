module linked
  implicit none
  type, abstract :: list_item
  end type
  type link
    class(*), allocatable :: value
    type(link), pointer :: next => null()
  end type
  type list
    type(link), pointer :: first => null(), last => null()
    integer :: n = 0
  contains
    procedure :: append
    procedure :: print_all
    generic :: add => append
    final :: destroy
  end type
contains
  subroutine append(self, v)
    class(list), intent(inout) :: self
    class(*), intent(in) :: v
    type(link), pointer :: l
    allocate (l)
    allocate (l%value, source=v)
    if (associated(self%last)) then
      self%last%next => l
    else
      self%first => l
    end if
    self%last => l
    self%n = self%n + 1
  end subroutine
  subroutine print_all(self)
    class(list), intent(in) :: self
    type(link), pointer :: l
    l => self%first
    do while (associated(l))
      select type (v => l%value)
      type is (integer)
        print *, 'int', v
      type is (real(8))
        print *, 'dbl', v
      type is (character(*))
        print *, 'chr ', v
      type is (logical)
        print *, 'log', v
      end select
      l => l%next
    end do
  end subroutine
  subroutine destroy(self)
    type(list), intent(inout) :: self
    type(link), pointer :: l, nx
    l => self%first
    do while (associated(l))
      nx => l%next
      deallocate (l)
      l => nx
    end do
    print *, 'destroyed', self%n
  end subroutine
end module
program t
  use linked
  implicit none
  call work
  print *, 'end'
contains
  subroutine work
    type(list) :: l
    call l%append(1)
    call l%append(2.5d0)
    call l%add('three')
    call l%append(.true.)
    call l%print_all()
  end subroutine
end program
