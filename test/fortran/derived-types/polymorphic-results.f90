module m
  type :: t1
    integer :: i
  end type
  type, extends(t1) :: t2
    real :: r
  end type
  interface operator(+)
    module procedure add_t1
  end interface
contains
  function add_t1 (a, b) result (c)
    class(t1), intent(in) :: a(:), b(:)
    class(t1), allocatable :: c(:)
    allocate (c, source = a)
    c%i = a%i + b%i
    select type (c)
      type is (t2)
      select type (b)
        type is (t2)
          c%r = c%r + b%r
      end select
    end select
  end function add_t1
  subroutine show(x, n)
    class(t1), intent(in) :: x(:)
    character(*), intent(in) :: n
    select type (x)
    type is (t1)
      print *, n, ' t1', x%i
    type is (t2)
      print *, n, ' t2', x%i, x%r
    end select
  end subroutine
end module m
program p
  use m
  class(t1), dimension(:), allocatable :: x, y
  x = [t2(1,10.0),t2(2,20.0),t2(3,30.0)]
  y = x(3:1:-1)
  call show(y, 'y')
  x = x([3,1,2])
  call show(x, 'x')
  x = x(3:1:-1) + y
  call show(x, 'x')
  x = y + x(3:1:-1)
  call show(x, 'x')
  x = [t1(1), t1(2)]
  y = [t2(1,10.0),t2(2,20.0)]
  x = x + y
  call show(x, 'x')
  x = y + y
  call show(x, 'x')
  x = y(2:1:-1)
  call show(x, 'x')
end program
