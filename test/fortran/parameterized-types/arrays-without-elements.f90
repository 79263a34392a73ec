! Length parameters of arrays without elements. gfortran 12 prints other values, so the output is written by hand.
module lengths
  implicit none
  type t(n)
    integer(8), len :: n
    integer :: v(n)
  end type
  type w(m, k)
    integer, len :: m, k
    type(t(m + 1)) :: q(k)
    type(t(m + 2)), allocatable :: s(:)
  end type
contains
  subroutine show(n0, size)
    integer, intent(in) :: n0, size
    integer :: n
    n = n0
    call inner(n, size)
  end subroutine
  subroutine inner(n, size)
    integer, intent(inout) :: n
    integer, intent(in) :: size
    type(t(n)) :: a(size), e(0)
    type(t(n)), allocatable :: b(:)
    type(t(2 * n)), pointer :: c(:)
    type(t(:)), allocatable :: d(:)
    type(w(n, size)) :: o
    type(t(n + 3)) :: outer(size)
    n = 9
    allocate (b(size), c(size), o%s(size))
    allocate (t(n) :: d(1))
    print *, a%n, e%n, b%n, c%n, d%n, o%q%n, o%s%n
    print *, a(2:1)%n, a(:)%n + 1, kind(a%n), shape(a%n)
    call pass(a, n - 2, size)
    call assumed(a, size)
    call longer(a%n)
    call inside
    block
      type(t(n)) :: x(size)
      n = n + 1
      print *, x%n
    end block
    if (size == 0) print *, len_of(made(n, size))
    deallocate (c)
    n = 3
    do while (n < a%n)
      n = n + 1
    end do
    print *, n
  contains
    subroutine inside
      print *, outer%n, a%n, b%n
    end subroutine
  end subroutine
  subroutine pass(x, k, size)
    integer, intent(in) :: k, size
    type(t(k)) :: x(size)
    print *, x%n
  end subroutine
  subroutine assumed(x, size)
    integer, intent(in) :: size
    type(t(*)) :: x(size)
    if (size > 0) print *, x%n
  end subroutine
  subroutine longer(i)
    integer(8), intent(in) :: i
    print *, i
  end subroutine
  function made(k, size) result(r)
    integer, intent(in) :: k, size
    type(t(k)) :: r(size)
    print *, r%n
  end function
  integer function len_of(x)
    type(t(*)) :: x(:)
    len_of = size(x)
  end function
end module
program p
  use lengths
  implicit none
  call show(7, 2)
  call show(7, 0)
end program
