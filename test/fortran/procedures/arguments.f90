module args
  implicit none
contains
  subroutine show(a, b, c)
    integer, intent(in) :: a
    integer, intent(in), optional :: b
    character(len=*), intent(in), optional :: c
    print *, 'a', a
    if (present(b)) print *, 'b', b
    if (present(c)) print *, 'c ', c, len(c)
  end subroutine
  recursive function fact(n) result(r)
    integer, intent(in) :: n
    integer :: r
    if (n <= 1) then
      r = 1
    else
      r = n * fact(n - 1)
    end if
  end function
  pure elemental function sq(x) result(y)
    real, intent(in) :: x
    real :: y
    y = x * x
  end function
  function vec(n) result(v)
    integer, intent(in) :: n
    real :: v(n)
    integer :: i
    v = [(real(i), i = 1, n)]
  end function
  function greet(name) result(s)
    character(len=*), intent(in) :: name
    character(len=len(name) + 7) :: s
    s = 'Hello, ' // name
  end function
  subroutine swap(a, b)
    real, intent(inout) :: a(:), b(:)
    real :: t(size(a))
    t = a
    a = b
    b = t
  end subroutine
  subroutine explicit(n, m, x)
    integer, intent(in) :: n, m
    real, intent(inout) :: x(n, m)
    x = x * 2
    x(1, :) = 0
  end subroutine
  integer function apply(f, x)
    interface
      integer function f(y)
        integer, intent(in) :: y
      end function
    end interface
    integer, intent(in) :: x
    apply = f(x)
  end function
  integer function triple(y)
    integer, intent(in) :: y
    triple = 3 * y
  end function
  function dyn(n) result(s)
    integer, intent(in) :: n
    character(len=:), allocatable :: s
    s = repeat('ab', n)
  end function
  subroutine byval(x)
    integer, value :: x
    x = x + 1
    print *, 'inside', x
  end subroutine
end module
program main
  use args
  implicit none
  real :: a(3) = [1., 2., 3.], b(3) = [4., 5., 6.], m(4, 4)
  integer :: k = 5
  call show(1)
  call show(1, 2)
  call show(1, c='text')
  call show(c='xyz', a=3, b=4)
  print *, fact(10)
  print *, sq(2.0), sq(a)
  print *, vec(4)
  print *, greet('World'), '|'
  call swap(a, b)
  print *, a, b
  m = 1
  call explicit(2, 2, m(1:2, 2:3))
  print *, m(:, 2)
  call explicit(4, 4, m)
  print *, sum(m)
  print *, apply(triple, 7)
  print *, dyn(3), len(dyn(2))
  call byval(k)
  print *, k
  call inner(10)
  print *, k
contains
  subroutine inner(n)
    integer, intent(in) :: n
    k = k + n
    print *, 'inner', k, deep(2)
  end subroutine
  integer function deep(i)
    integer, intent(in) :: i
    deep = k * i
  end function
end program
