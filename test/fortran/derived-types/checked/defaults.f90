! Default initialisation: local, saved, allocated, intent out, arrays, nested, in constructors and function results.
program defaults
  implicit none
  type inner
    integer :: k = 7
    real, allocatable :: x(:)
  end type
  type outer
    type(inner) :: i
    integer :: n(2) = [1, 2]
    character(3) :: c = 'abc'
    integer, pointer :: p => null()
  end type
  type(outer) :: a, b(2)
  type(outer), allocatable :: d(:)
  print *, a%i%k, a%n, a%c, associated(a%p), allocated(a%i%x)
  b(1)%n = 9
  b(2) = b(1)
  print *, b(2)%n, b%c, b%i%k
  allocate (d(3))
  print *, d%i%k, d(3)%n
  d(1)%i%k = 0
  call reset(d(1))
  print *, d(1)%i%k, d(1)%c
  print *, made(5), size(d), count_calls(), count_calls()
  a = outer(n=[3, 4])
  print *, a%i%k, a%n
contains
  subroutine reset(o)
    type(outer), intent(out) :: o
    o%c = 'xyz'
  end subroutine
  integer function made(k)
    integer, intent(in) :: k
    type(inner) :: t
    t = inner(k)
    made = t%k + merge(100, 0, allocated(t%x))
  end function
  integer function count_calls()
    type(inner), save :: s
    s%k = s%k + 1
    count_calls = s%k
  end function
end program
