! Assignment of a type whose components have defined assignment: scalars, arrays, allocatables, in nested types, in
! parents, and in arrays of the containing type.
module parts
  implicit none
  type counter
    integer :: n = 0
  contains
    procedure, private :: take
    generic :: assignment(=) => take
  end type
  type list
    integer :: n = 0
  contains
    procedure, private :: take_list
    generic :: assignment(=) => take_list
  end type
  type inner
    type(counter) :: c
    integer :: plain = 0
  end type
  type outer
    type(inner) :: one
    type(counter) :: several(2)
    type(counter), allocatable :: held
    integer, allocatable :: numbers(:)
    character(:), allocatable :: text
    type(outer), pointer :: link => null()
  end type
  type, extends(inner) :: wider
    real :: more = 0.0
    type(list) :: l(2)
  end type
  type :: ended
    type(list) :: l
  contains
    final :: finish
  end type
contains
  subroutine finish(a)
    type(ended), intent(inout) :: a
    a%l%n = a%l%n + 0
  end subroutine
  elemental subroutine take(a, b)
    class(counter), intent(inout) :: a
    class(counter), intent(in) :: b
    a%n = 1000 + a%n * 100 + b%n
  end subroutine
  impure elemental subroutine take_list(a, b)
    class(list), intent(inout) :: a
    type(list), intent(in) :: b
    a%n = -b%n
  end subroutine
  function make(i) result(r)
    integer, intent(in) :: i
    type(inner) :: r
    r%c%n = i
    r%plain = i
  end function
  subroutine show(name, x)
    character(*), intent(in) :: name
    type(outer), intent(in) :: x
    print *, name, x%one%c%n, x%one%plain, x%several%n
    if (allocated(x%held)) print *, '  held', x%held%n
    if (allocated(x%numbers)) print *, '  numbers', x%numbers
    if (allocated(x%text)) print *, '  text ', x%text, associated(x%link)
  end subroutine
end module

program component_assignment
  use parts
  implicit none
  type(inner) :: a, b, many(2), few(2)
  type(outer), target :: x, y
  type(wider) :: v, w
  type(inner), allocatable :: lot(:)
  type(ended), save :: finalised
  type(ended), allocatable :: allocated_last
  b%c%n = 7
  b%plain = 5
  a%c%n = 2
  a = b
  print *, a%c%n, a%plain
  a = a
  print *, a%c%n, a%plain
  a = make(3)
  print *, mod(a%c%n, 100), a%plain
  few%plain = [1, 2]
  few(1)%c%n = 3
  few(2)%c%n = 4
  many = few
  print *, many%c%n, many%plain
  many = b
  print *, many%c%n, many%plain

  y%one = b
  y%several(1)%n = 8
  y%several(2)%n = 9
  allocate (y%held)
  y%held%n = 6
  y%numbers = [1, 2, 3]
  y%text = 'abc'
  y%link => x
  x%several(2)%n = 1
  x = y
  call show('x', x)
  deallocate (y%numbers, y%held)
  y%text = 'longer'
  x = y
  call show('x', x)

  w%c%n = 4
  w%plain = 3
  w%more = 1.5
  w%l(1)%n = 10
  w%l(2)%n = 20
  v = w
  print *, v%c%n, v%plain, v%more, v%l%n
  allocate (lot(2))
  lot = few
  print *, lot%plain
  ! A newly allocated object of a finalised type.
  finalised%l%n = 7
  allocated_last = finalised
  print *, allocated_last%l%n
  allocated_last = finalised
  print *, allocated_last%l%n
end program
