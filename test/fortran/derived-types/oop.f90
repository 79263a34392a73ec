module stack_module
  implicit none
  private
  type, public :: stack
    private
    integer, allocatable :: items(:)
    integer :: top = 0
  contains
    procedure :: push => stack_push
    procedure :: pop => stack_pop
    procedure :: size => stack_size
    procedure, private :: add_int, add_stack
    generic :: operator(+) => add_int, add_stack
    generic, public :: append => push, push_many
    procedure :: push_many
    final :: stack_final
  end type
  interface stack
    module procedure new_stack
  end interface
  integer, public :: finalized = 0
contains
  function new_stack(capacity) result(s)
    integer, intent(in) :: capacity
    type(stack) :: s
    allocate (s%items(capacity))
  end function
  subroutine stack_push(self, i)
    class(stack), intent(inout) :: self
    integer, intent(in) :: i
    if (.not. allocated(self%items)) allocate (self%items(2))
    if (self%top == ubound(self%items, 1)) self%items = [self%items, self%items]
    self%top = self%top + 1
    self%items(self%top) = i
  end subroutine
  subroutine push_many(self, list)
    class(stack), intent(inout) :: self
    integer, intent(in) :: list(:)
    integer :: k
    do k = 1, size(list)
      call self%push(list(k))
    end do
  end subroutine
  integer function stack_pop(self) result(i)
    class(stack), intent(inout) :: self
    i = self%items(self%top)
    self%top = self%top - 1
  end function
  pure integer function stack_size(self)
    class(stack), intent(in) :: self
    stack_size = self%top
  end function
  integer function add_int(a, i)
    class(stack), intent(in) :: a
    integer, intent(in) :: i
    add_int = a%top + i
  end function
  integer function add_stack(a, b)
    class(stack), intent(in) :: a
    type(stack), intent(in) :: b
    add_stack = a%top + b%top
  end function
  subroutine stack_final(self)
    type(stack), intent(inout) :: self
    finalized = finalized + 1
  end subroutine
end module
module animals
  implicit none
  type, abstract :: animal
    character(len=:), allocatable :: name
  contains
    procedure(sound), deferred :: speak
    procedure, non_overridable :: intro
  end type
  abstract interface
    function sound(self) result(s)
      import animal
      class(animal), intent(in) :: self
      character(len=:), allocatable :: s
    end function
  end interface
  type, extends(animal) :: dog
  contains
    procedure :: speak => bark
  end type
  type, extends(animal) :: cat
    integer :: lives = 9
  contains
    procedure :: speak => meow
  end type
  type :: holder
    class(animal), allocatable :: a
  end type
contains
  function bark(self) result(s)
    class(dog), intent(in) :: self
    character(len=:), allocatable :: s
    s = 'Woof'
  end function
  function meow(self) result(s)
    class(cat), intent(in) :: self
    character(len=:), allocatable :: s
    s = 'Meow'
  end function
  subroutine intro(self)
    class(animal), intent(in) :: self
    print *, self%name, ' says ', self%speak()
  end subroutine
  subroutine inspect(x)
    class(*), intent(in) :: x
    select type (x)
    type is (integer)
      print *, 'integer', x
    type is (real)
      print *, 'real', x
    type is (character(*))
      print *, 'character ', x, len(x)
    class is (animal)
      print *, 'animal ', x%name
    class default
      print *, 'unknown'
    end select
  end subroutine
end module
program main
  use stack_module
  use animals
  implicit none
  type(stack) :: s, t
  type(holder) :: zoo(2)
  integer :: i
  s = stack(2)
  do i = 1, 5
    call s%push(i * i)
  end do
  print *, s%pop(), s%pop(), s%size()
  call s%append([7, 8])
  call s%append(9)
  print *, s%size(), s + 1, s + t
  allocate (zoo(1)%a, source=dog(name='Rex'))
  allocate (cat :: zoo(2)%a)
  zoo(2)%a%name = 'Tom'
  do i = 1, 2
    call zoo(i)%a%intro()
  end do
  select type (c => zoo(2)%a)
  type is (cat)
    print *, c%lives
  end select
  call inspect(5)
  call inspect(2.5)
  call inspect('hello')
  call inspect(zoo(1)%a)
  call inspect(.true.)
end program
