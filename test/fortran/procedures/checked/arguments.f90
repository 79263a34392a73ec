! Arguments: optional, keyword, intents, value, assumed length and shape, defaults by PRESENT, aliases of sections.
program arguments
  implicit none
  integer :: a, b, v(6) = [1, 2, 3, 4, 5, 6]
  character(5) :: word = 'abc'
  a = 1
  call combine(1)
  call combine(1, c=3)
  call combine(b=2, a=1, c=3)
  call outer_call()
  call outer_call(7)
  call by_value(a)
  print *, a
  call change(v(2:6:2))
  print *, v
  call lengths(word, word(2:3), 'literal')
  call several(a, b)
  print *, a, b
  print *, joined('a', 'b'), joined('a', 'b', '-'), joined(second='2', first='1')
  call vector(n=3)
  call vector([1., 2.], 2)
  print *, factorial(10), fibonacci(20)
contains
  subroutine combine(a, b, c)
    integer, intent(in) :: a
    integer, intent(in), optional :: b, c
    integer :: total
    total = a
    if (present(b)) total = total + 10*b
    if (present(c)) total = total + 100*c
    print *, total, present(b), present(c)
  end subroutine
  subroutine outer_call(x)
    integer, optional :: x
    call combine(0, x)
    call combine(0, c=x)
  end subroutine
  subroutine by_value(n)
    integer, value :: n
    n = n + 100
    print *, n
  end subroutine
  subroutine change(x)
    integer, intent(inout) :: x(:)
    x = -x
    x(1) = 99
  end subroutine
  subroutine lengths(s, t, u)
    character(*), intent(in) :: s, t, u
    print *, len(s), len(t), len(u), '[' // s // t // u // ']'
  end subroutine
  subroutine several(x, y)
    integer, intent(out) :: x
    integer, intent(inout) :: y
    x = 5
    y = x + 1
  end subroutine
  function joined(first, second, separator) result(r)
    character(*), intent(in) :: first, second
    character(*), intent(in), optional :: separator
    character(:), allocatable :: r
    if (present(separator)) then
      r = first // separator // second
    else
      r = first // second
    end if
  end function
  subroutine vector(x, n)
    real, intent(in), optional :: x(:)
    integer, intent(in) :: n
    if (present(x)) then
      print *, n, size(x), x
    else
      print *, n, 'no vector'
    end if
  end subroutine
  recursive function factorial(n) result(f)
    integer, intent(in) :: n
    integer(8) :: f
    f = 1
    if (n > 1) f = n*factorial(n - 1)
  end function
  recursive integer function fibonacci(n) result(f)
    integer, intent(in) :: n
    if (n < 2) then
      f = n
    else
      f = fibonacci(n - 1) + fibonacci(n - 2)
    end if
  end function
end program
