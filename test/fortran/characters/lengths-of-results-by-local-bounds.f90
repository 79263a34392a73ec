module test
  implicit none
contains
  function digits_of(x) result(text)
    real, intent(in) :: x(:)
    integer :: i
    character(1) :: first(size(x):15)
    character(1) :: second(2*lbound(first, 1):20)
    character(lbound(second, 1) - 3) :: text
    do i = 1, len(text)
      text(i:i) = achar(modulo(i - 1, 10) + iachar('0'))
    end do
  end function
  function doubled(n) result(list)
    integer, intent(in) :: n
    real :: work(n)
    real :: list(2*size(work))
    real :: more(size(list) + 1)
    work = 1.5
    list = [work, 2*work]
    more = 1
    list(1) = size(more)
  end function
  recursive function nested(n) result(text)
    integer, intent(in) :: n
    integer :: local(n)
    character(size(local)) :: text
    local = n
    text = repeat('x', n)
    if (n > 1) text(1:n - 1) = nested(n - 1)
    call finish
  contains
    subroutine finish
      text(n:n) = achar(iachar('0') + local(n))
    end subroutine
  end function
end module
program p
  use test
  implicit none
  real :: x(7)
  print *, digits_of(x), len(digits_of(x(2:)))
  print *, doubled(3)
  print *, nested(5)
end program
