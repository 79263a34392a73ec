program host
  implicit none
  integer :: n = 0, table(5)
  real :: acc
  table = [1, 2, 3, 4, 5]
  acc = 0
  call visit(add, table)
  print *, acc
  call visit(multiply, table)
  print *, acc, n
  print *, ackermann(2, 3), integrate(square, 0.0, 1.0, 100)
  call recurse(3)
  print *, fib(15)
contains
  subroutine visit(proc, t)
    interface
      subroutine proc(i)
        integer, intent(in) :: i
      end subroutine
    end interface
    integer, intent(in) :: t(:)
    integer :: k
    do k = 1, size(t)
      call proc(t(k))
    end do
  end subroutine
  subroutine add(i)
    integer, intent(in) :: i
    acc = acc + i
    n = n + 1
  end subroutine
  subroutine multiply(i)
    integer, intent(in) :: i
    acc = acc * i
  end subroutine
  recursive integer function ackermann(m, k) result(r)
    integer, intent(in) :: m, k
    if (m == 0) then
      r = k + 1
    else if (k == 0) then
      r = ackermann(m - 1, 1)
    else
      r = ackermann(m - 1, ackermann(m, k - 1))
    end if
  end function
  real function integrate(f, a, b, steps) result(s)
    interface
      pure real function f(x)
        real, intent(in) :: x
      end function
    end interface
    real, intent(in) :: a, b
    integer, intent(in) :: steps
    integer :: i
    real :: h
    h = (b - a) / steps
    s = 0
    do i = 1, steps
      s = s + h * f(a + (i - 0.5) * h)
    end do
  end function
  pure real function square(x)
    real, intent(in) :: x
    square = x * x
  end function
  recursive subroutine recurse(level)
    integer, intent(in) :: level
    integer :: local(level), i
    local = [(level * 10 + i, i = 1, level)]
    if (level > 1) call recurse(level - 1)
    print *, level, local
  end subroutine
  recursive function fib(k) result(f)
    integer, intent(in) :: k
    integer :: f
    if (k < 2) then
      f = k
      return
    end if
    f = fib(k - 1) + fib(k - 2)
  end function
end program
