! Defined assignments compute all values before the first assignment, and copy what the procedure could change.
module counted
  type t
    integer :: v = 0
  end type
  interface assignment(=)
    module procedure set
  end interface
contains
  pure elemental subroutine set(a, b)
    type(t), intent(inout) :: a
    type(t), intent(in) :: b
    a%v = b%v + 10
  end subroutine
end module
module parts
  type whole
    integer :: n = 0
    character(:), allocatable :: s
  end type
  type, extends(whole) :: extended
    integer :: more(20) = 7
  end type
  interface assignment(=)
    module procedure from_whole, from_integer, from_array
  end interface
contains
  pure elemental subroutine from_whole(a, b)
    type(whole), intent(inout) :: a
    class(whole), intent(in) :: b
    a%n = 0
    a%s = ''
    a%n = b%n + 10
    a%s = b%s // '+'
    select type (b)
    type is (extended)
      a%n = a%n + sum(b%more)
    end select
  end subroutine
  pure elemental subroutine from_integer(a, b)
    type(whole), intent(inout) :: a
    integer, intent(in) :: b
    a%n = 0
    a%n = b + 10
  end subroutine
  pure subroutine from_array(a, b)
    type(whole), intent(inout) :: a(:)
    type(whole), intent(in) :: b(:)
    a(1)%n = size(b)
    a(2)%n = b(size(b))%n
  end subroutine
end module
program defined_in_order
  use counted
  use parts
  type(t) :: x(5)
  type(whole) :: y(3), z(3,3)
  type(extended) :: e(3)
  class(whole), allocatable :: c(:)
  integer :: i
  x%v = [1,2,3,4,5]
  forall (i=2:5) x(i) = x(i-1)
  print *, x%v
  x%v = [1,2,3,4,5]
  x(2:5) = x(1:4)
  print *, x%v
  x%v = [1,2,3,4,5]
  where (x(1:4)%v > 0) x(2:5) = x(1:4)
  print *, x%v
  x%v = [1,2,3,4,5]
  forall (i=1:1)
    where (x(1:4)%v > 0) x(2:5) = x(1:4)
  end forall
  print *, x%v
  x%v = [1,2,3,4,5]
  associate (z => x(2:5))
    z = x(1:4)
  end associate
  print *, x%v
  x%v = [1,2,3,4,5]
  forall (i=2:4:2)
    where ([.true., .true.]) x(i:i+1) = x(i-1:i)
  end forall
  print *, x%v
  x%v = [1,2,3,4,5]
  where (x%v < 5) x = x(1)
  print *, x%v
  call restore
  y(2) = y(2)
  call show
  y(2) = y(2)%n
  call show
  y = y(1)
  call show
  call restore
  y = y(1)%n
  call show
  where (y%n > 0) y = y(2)%n
  call show
  z%n = reshape([1,2,3,4,5,6,7,8,9], [3,3])
  forall (i=1:3) z(:,i) = z(1:2,4-i)
  print *, z%n
  do i = 1, 3
    e(i)%s = repeat('e', i)
  end do
  allocate (c(3), source=e)
  forall (i=2:3) c(i) = c(i-1)
  print *, (c(i)%n, c(i)%s, i = 1, 3)
contains
  subroutine restore
    y%n = [1,2,3]
    y(1)%s = 'a'
    y(2)%s = 'bb'
    y(3)%s = 'ccc'
  end subroutine
  subroutine show
    print *, (y(i)%n, y(i)%s, i = 1, 3)
  end subroutine
end program
