! Unlimited polymorphic list and stack, iteration with a procedure argument, finalization, type-bound generics.
module lists
  implicit none
  type node
    class(*), allocatable :: value
    type(node), pointer :: next => null()
  end type
  type list
    type(node), pointer :: head => null(), tail => null()
    integer :: length = 0
  contains
    procedure, private :: push_any, push_twice
    generic :: push => push_any, push_twice
    procedure :: each
    procedure :: clear
    final :: destroy
  end type
  abstract interface
    subroutine visitor(value, index)
      class(*), intent(in) :: value
      integer, intent(in) :: index
    end subroutine
  end interface
contains
  subroutine push_any(self, value)
    class(list), intent(inout) :: self
    class(*), intent(in) :: value
    type(node), pointer :: n
    allocate (n)
    allocate (n%value, source=value)
    if (associated(self%tail)) then
      self%tail%next => n
    else
      self%head => n
    end if
    self%tail => n
    self%length = self%length + 1
  end subroutine
  subroutine push_twice(self, value, times)
    class(list), intent(inout) :: self
    class(*), intent(in) :: value
    integer, intent(in) :: times
    integer :: i
    do i = 1, times
      call self%push(value)
    end do
  end subroutine
  subroutine each(self, visit)
    class(list), intent(in) :: self
    procedure(visitor) :: visit
    type(node), pointer :: n
    integer :: i
    n => self%head
    i = 0
    do while (associated(n))
      i = i + 1
      call visit(n%value, i)
      n => n%next
    end do
  end subroutine
  subroutine clear(self)
    class(list), intent(inout) :: self
    type(node), pointer :: n
    do while (associated(self%head))
      n => self%head
      self%head => n%next
      deallocate (n)
      self%length = self%length - 1
    end do
    nullify (self%tail)
  end subroutine
  subroutine destroy(self)
    type(list), intent(inout) :: self
    print *, 'destroying a list of', self%length
    call self%clear()
  end subroutine
end module
program containers
  use lists
  implicit none
  type money
    integer :: cents
  end type
  integer :: sum_of_integers = 0
  call work()
  print *, sum_of_integers
contains
  subroutine work()
    type(list) :: l
    call l%push(42)
    call l%push(2.5d0)
    call l%push('text')
    call l%push(money(199))
    call l%push(.true., 2)
    call l%push((1., -1.))
    print *, l%length
    call l%each(show)
  end subroutine
  subroutine show(value, index)
    class(*), intent(in) :: value
    integer, intent(in) :: index
    select type (value)
    type is (integer)
      print *, index, 'integer', value
      sum_of_integers = sum_of_integers + value
    type is (real(8))
      print *, index, 'double', value
    type is (character(*))
      print *, index, 'characters ', value, len(value)
    type is (logical)
      print *, index, 'logical', value
    type is (money)
      print *, index, 'money', value%cents
    class default
      print *, index, 'something else'
    end select
  end subroutine
end program
