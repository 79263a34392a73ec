! Automatic arrays and characters with sizes from arguments, module variables and functions; separate in each recursive call.
module sizes
  implicit none
  integer :: extra = 2
contains
  pure integer function half(n)
    integer, intent(in) :: n
    half = n/2
  end function
  recursive subroutine work(n, text)
    integer, intent(in) :: n
    character(*), intent(in) :: text
    integer :: a(n), b(half(n):n + extra), c(size(text_array(n)), 2)
    character(len(text) + n) :: s
    real :: m(n, n)
    a = n
    b = sum(a)
    c = 1
    m = n
    s = text // repeat('+', n)
    if (n > 2) call work(n - 2, s)
    print *, n, a, size(b), lbound(b), sum(c), sum(m), s
  end subroutine
  pure function text_array(n) result(t)
    integer, intent(in) :: n
    character(2) :: t(n)
    t = 'ab'
  end function
end module
program automatic
  use sizes
  implicit none
  call work(4, 'x')
  extra = 0
  call work(1, 'long')
end program
