! ASSIGNMENT(=) for CLASS(*): dummies, arrays, pointers and allocatable variables.
module m
  type t
    integer :: i = 0
  end type
  interface assignment(=)
    module procedure put, put_array
  end interface
contains
  subroutine put(to, from)
    class(*), intent(inout) :: to
    class(*), intent(in) :: from
    select type (to)
    type is (integer)
      select type (from)
      type is (integer); to = from + 100
      end select
    type is (t)
      select type (from)
      type is (t); to%i = from%i + 1000
      end select
    end select
  end subroutine
  subroutine put_array(to, from)
    class(*), intent(inout) :: to(:)
    class(*), intent(in) :: from(:)
    print *, 'array', size(to), size(from)
  end subroutine
  subroutine test(x, y)
    class(*), intent(inout) :: x
    class(*), intent(in) :: y
    x = y
  end subroutine
  subroutine test_array(x, y)
    class(*), intent(inout) :: x(:)
    class(*), intent(in) :: y(:)
    x = y
    x(2:) = y(:1)
  end subroutine
end module
program p
  use m
  class(*), allocatable :: c, d
  class(*), pointer :: q, r
  integer, target :: a = 1, b = 2
  type(t) :: e
  integer :: v(2) = [1, 2]
  call test(a, 2)
  call test(e, t(7))
  print *, a, e%i
  call test_array(v, [3, 4])
  q => a; r => b
  q = r
  print *, a
  allocate (c, source=1); allocate (d, source=5)
  c = d
  select type (c)
  type is (integer); print *, c
  end select
end program
