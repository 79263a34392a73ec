! An omitted bound of a section is the array's bound (ISO/IEC 1539-1:2018, 9.5.3.3), even if the stride is negative: such
! a section has no elements, or counts down from the last element.
program negative_strides
  implicit none
  type :: holder
    integer :: c(4) = [1, 2, 3, 4]
  end type
  integer, parameter :: fixed(5) = [1, 2, 3, 4, 5]
  integer :: a(5) = fixed, m(2:3, 0:2), step
  integer, allocatable :: b(:), c(:)
  type(holder) :: h
  step = -1
  print *, size(a(::-1)), size(a(:2:-1)), size(a(4::-1)), size(fixed(::-1)), size(a(::step))
  print *, a(::-1), '|', a(:2:-1), '|', a(4::-1), '|', a(5::-2), '|', a(:1:-1), '|'
  print *, fixed(::-1), '|', fixed(:2:-1), '|', h%c(::-1), '|'
  b = a
  c = b(::-1)
  print *, size(c), size(b(::step)), b(::step), sum(a(::-1)), a(5:1:-1)
  b(::-1) = 7
  b(5:4:-1) = [8, 9]
  print *, b
  m = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  print *, m(3:2:-1, 2::-2), shape(m(::-1, :)), m(:, :0:-1)
  call show(a(::-1))
  call show(a(5:1:-2))
contains
  subroutine show(x)
    integer, intent(in) :: x(:)
    print *, size(x), x, x(::-1), x(ubound(x, 1):1:-1)
  end subroutine
end program
