! Polymorphic arguments: INTENT(OUT) by dynamic type, arrays passed to TYPE dummies, sections in a different order.
module shapes
  implicit none
  type base
    integer :: a = 1
  end type
  type, extends(base) :: wide
    integer :: b = 3
  end type
contains
  subroutine reset(x)
    class(base), intent(out) :: x
    if (x%a /= 1) print *, 'not reset'
  end subroutine
  subroutine total(list, n)
    integer, intent(in) :: n
    type(base) :: list(n)
    print *, list%a
    list%a = list%a + 1
  end subroutine
  subroutine emptied(list)
    class(base), allocatable, intent(out) :: list(:)
    type(base) :: plain
    print *, allocated(list), same_type_as(list, plain)
  end subroutine
  function calls() result(n)
    integer :: n
    integer, save :: k = 2
    k = k + 1
    n = k
  end function
end module

program dynamic_arguments
  use shapes
  implicit none
  type(wide) :: y
  class(base), allocatable :: list(:), one
  character(:), allocatable :: text
  integer, allocatable :: n(:)
  integer :: i
  y = wide(44, 55)
  call reset(y)
  print *, y%a, y%b
  list = [(wide(i, 10 * i), i = 1, 4)]
  call total(list, size(list))
  call show
  list = list([3, 1, 4, 2])
  call show
  list = list(4:1:-1)
  call show
  call emptied(list)
  allocate (text, source=repeat('xy', calls()))
  allocate (n, source=[(calls(), i = 1, 2)])
  print *, text, n, calls()
  print *, allocated(scalar=one), allocated(array=n)
  allocate (wide :: one)
  call reset(one)
  print *, allocated(scalar=one), same_type_as(one, y)
contains
  subroutine show
    select type (list)
    type is (wide)
      print *, list%a, '/', list%b
    end select
  end subroutine
end program
