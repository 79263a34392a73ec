! ENTRY with BIND(C), COMMON blocks and variables with C names, pointers in COMMON, %VAL.
module c_side
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), bind(c, name='shared_number') :: number
  common /totals/ r, s
  real(c_double) :: r, s
  bind(c, name='c_totals') :: /totals/
contains
  subroutine first(j, c) bind(c, name='the_first')
    integer(c_int) :: j
    real(c_float) :: x
    character(kind=c_char), value :: c
    j = ichar(c)
    return
    entry second(x) bind(c, name='the_second')
    x = 55.0
    return
    entry third(x)
    x = 77.0
  end subroutine
  integer(c_int) function one() bind(c)
    integer(c_int) :: two
    one = -5
    return
    entry two() bind(c, name='number_two')
    two = -55
  end function
end module

subroutine show
  implicit none
  real, pointer :: p(:), q
  character(3), pointer :: t
  integer :: n
  common /links/ n, p, q, t
  print *, n, p, q, t, size(p)
  q = 4.5
end subroutine

program entries_and_blocks
  use c_side
  implicit none
  interface
    subroutine by_value(k) bind(c, name='by_value')
      import c_int
      integer(c_int), value :: k
    end subroutine
  end interface
  real, target :: a(3) = [1.0, 2.0, 3.0], b = 0.5
  real, pointer :: x(:), y
  character(3), pointer :: u
  character(5), target :: word = 'hello'
  integer :: m, j
  real :: f
  character(3) :: list(2) = ['abc', 'def']
  common /links/ m, x, y, u
  m = 9
  x => a(1:3:2)
  y => b
  u => word(2:4)
  call show
  call first(j, 'A')
  call second(f)
  print *, j, f, b
  call third(f)
  print *, f, one(), two()
  number = 3
  r = 1.5d0
  s = 2 * r
  call totals_again
  call by_value(%val(12))
  call swap((list), list)
  print *, list
  print '(3f9.5)', bessel_jn(0, 2, 1.5)
contains
  subroutine totals_again
    real(c_double) :: both(2)
    common /totals/ both
    bind(c, name='c_totals') :: /totals/
    print *, both, number
  end subroutine
  subroutine swap(from, to)
    character(*), intent(in) :: from(:)
    character(*), intent(out) :: to(:)
    to = ''
    to(1) = from(2)
    to(2) = from(1)
  end subroutine
end program

subroutine by_value(k) bind(c)
  use, intrinsic :: iso_c_binding, only: c_int
  integer(c_int), value :: k
  k = k + 1
  print *, 'value', k
end subroutine
