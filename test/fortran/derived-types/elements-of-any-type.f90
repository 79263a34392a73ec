! Elements of CLASS(*) arrays as arguments of elemental procedures, and assignments of expressions of these elements to the array.
module measures
  implicit none
  type :: holder
    class(*), allocatable :: items(:)
  end type
contains
  elemental function weight(item) result(w)
    class(*), intent(in) :: item
    integer :: w
    select type (item)
    type is (real)
      w = int(item) + 100
    type is (integer)
      w = item + 1
    type is (character(*))
      w = 10 * len(item) + index('abc', item(1:1))
    class default
      w = -7
    end select
  end function

  elemental subroutine weigh(item, w)
    class(*), intent(in) :: item
    integer, intent(out) :: w
    w = -weight(item)
  end subroutine
end module

program main
  use measures
  implicit none
  class(*), allocatable :: items(:)
  type(holder) :: held
  integer :: weights(3)
  allocate (items, source=[1.5, 2.5, 3.5])
  weights = weight(items)
  print *, weights, weight(items(2)), weight(items(3:1:-1))
  call weigh(items, weights)
  print *, weights
  deallocate (items)
  allocate (items, source=[character(3) :: 'a', 'b', 'c'])
  print *, weight(items)
  deallocate (items)
  allocate (items, source=[1_8, 2_8])
  print *, weight(items), weight([1, 2]), weight('b')
  held%items = [1.5, 2.5, 3.5]
  call show(held%items)
  held%items = [4, 5]
  call show(held%items)
contains
  subroutine show(some)
    class(*), intent(in) :: some(:)
    print *, weight(some), weight(some(size(some):1:-1))
  end subroutine
end program
