! A polymorphic result has the type that the function assigned, and the function is called once. GNU Fortran 12 fails on these:
! the output follows the standard.
module m
  type :: t1
    integer :: i
  end type
  type, extends(t1) :: t2
    real :: r
  end type
  integer :: calls = 0
contains
  function make(n) result (c)
    integer, intent(in) :: n
    class(t1), allocatable :: c(:)
    integer :: k
    calls = calls + 1
    if (n > 2) then
      allocate (c, source=[(t2(k, k*1.5), k=1, n)])
    else
      allocate (c, source=[(t1(k), k=1, n)])
    end if
  end function
  function any_of(n) result (c)
    integer, intent(in) :: n
    class(*), allocatable :: c(:)
    integer :: k
    calls = calls + 1
    if (n > 2) then
      allocate (c, source=[(k*1.0d0, k=1, n)])
    else
      allocate (c, source=[(k, k=1, n)])
    end if
  end function
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
  subroutine show_any(x, n)
    class(*), intent(in) :: x(:)
    character(*), intent(in) :: n
    select type (x)
    type is (integer)
      print *, n, ' integer', x
    type is (double precision)
      print *, n, ' double', x
    class default
      print *, n, ' other'
    end select
  end subroutine
end module m
program p
  use m
  class(t1), dimension(:), allocatable :: x, y
  class(*), allocatable :: a(:), b(:)
  x = make(3)
  call show(x, 'x')
  x = make(2)
  call show(x, 'x')
  x = (make(3))
  call show(x, 'x')
  print *, calls
  call show(make(3), 'make')
  print *, calls
  allocate (y, source=make(3))
  call show(y, 'y')
  print *, calls
  select type (z => make(3))
  type is (t2)
    print *, 't2', z%r
  class default
    print *, 'other'
  end select
  print *, calls
  a = any_of(2)
  call show_any(a, 'a')
  a = any_of(3)
  call show_any(a, 'a')
  call show_any(any_of(3), 'any')
  allocate (b, source=any_of(3))
  call show_any(b, 'b')
end program
