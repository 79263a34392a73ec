! IS_CONTIGUOUS of polymorphic arrays compares strides with the dynamic type. GNU Fortran 12 always answers T, so the
! output was written by hand.
program contiguous_dynamic_types
  implicit none
  type t
    integer :: j = 0
  end type
  type, extends(t) :: u
    real :: x = 0
  end type
  integer, target :: m(10) = 1
  character(3), target :: c(4) = 'abc'
  class(t), pointer :: p(:), q(:)
  class(*), pointer :: any(:)
  allocate (u :: p(10))
  call star(m(1:3))
  call star(m(1::3))
  call star(c)
  call star(c(::2))
  call star(c(:)(1:2))
  call star(p)
  call star(p(::2))
  call object(p)
  call object(p(2:4))
  call object(p(10:1:-1))
  q => p(1:9:3)
  print *, is_contiguous(p), is_contiguous(q)
  any => m
  print *, is_contiguous(any)
  any => m(::2)
  print *, is_contiguous(any)
contains
  subroutine star(x)
    class(*), intent(in) :: x(:)
    print *, is_contiguous(x)
  end subroutine
  subroutine object(x)
    class(t), intent(in) :: x(:)
    print *, is_contiguous(x)
  end subroutine
end program
