! Functions read the assigned array through a pointer component or from their host, or return a pointer to it: all values
! are computed before the first element changes. An argument in parentheses is a copy with its own allocatable components.
module boxes
  type box
    integer, pointer :: p(:) => null()
  end type
  type(box) :: held
  type text
    character(:), allocatable :: s
  end type
contains
  elemental integer function at(b, i)
    type(box), intent(in) :: b
    integer, intent(in) :: i
    at = b%p(i)
  end function
  function reversed(b) result(p)
    type(box), intent(in) :: b
    integer, pointer :: p(:)
    p => b%p(size(b%p):1:-1)
  end function
  elemental integer function of_held(i)
    integer, intent(in) :: i
    of_held = held%p(i)
  end function
  subroutine double(a, b)
    type(text), intent(inout) :: a
    type(text), intent(in) :: b
    a%s = '?'
    a%s = b%s // b%s
  end subroutine
end module
program read_by_functions
  use boxes
  integer, target :: x(5)
  integer :: y(5), i
  type(box) :: b
  type(text) :: t
  b%p => x
  held%p => x
  x = [1,2,3,4,5]
  x = at(b, [5,4,3,2,1])
  print *, x
  x = [1,2,3,4,5]
  x = of_held([5,4,3,2,1])
  print *, x
  x = [1,2,3,4,5]
  forall (i=1:5) x(i) = at(b, 6 - i)
  print *, x
  x = [1,2,3,4,5]
  x = reversed(b)
  print *, x
  x = [1,2,3,4,5]
  where (x > 2) x = reversed(b)
  print *, x
  y = [1,2,3,4,5]
  forall (i=2:5) y(i) = before(i)
  print *, y
  t%s = 'abc'
  call double(t, (t))
  print *, t%s
contains
  pure integer function before(i)
    integer, intent(in) :: i
    before = y(i - 1) + 10
  end function
end program
