module m
  type :: t1
    integer :: i = 0
  end type
  type, extends(t1) :: t2
    real :: r = 0
  end type
  integer :: calls = 0
contains
  function one(n) result (c)
    integer, intent(in) :: n
    class(t1), allocatable :: c
    calls = calls + 1
    if (n > 2) then
      c = t2(n, n*1.5)
    else
      c = t1(n)
    end if
  end function
  function any_one(n) result (c)
    integer, intent(in) :: n
    class(*), allocatable :: c
    calls = calls + 1
    if (n > 2) then
      allocate (c, source=n*1.0d0)
    else
      allocate (c, source=n)
    end if
  end function
end module m
program p
  use m
  class(t1), allocatable :: x, y
  class(*), allocatable :: a, b
  x = one(3)
  print *, calls
  select type (z => one(3))
  type is (t2)
    print *, 't2', z%r
  class default
    print *, 'other'
  end select
  print *, calls
  select type (z => any_one(3))
  type is (double precision)
    print *, 'd', z
  class default
    print *, 'other'
  end select
  print *, calls
  allocate (y, source=one(4))
  print *, calls, y%i
  allocate (a, source=any_one(5))
  print *, calls
  b = any_one(5)
  print *, calls
  associate (q => one(3))
    print *, q%i, q%i, calls
  end associate
  select type (b)
  type is (double precision)
    print *, b
  end select
end program
