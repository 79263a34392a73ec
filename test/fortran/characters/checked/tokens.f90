! A tokenizer and a small string library.
module strings
  implicit none
  private
  public :: string_list, split, to_upper, to_integer, replace_all, is_palindrome, word_count
  type string_list
    character(:), allocatable :: text
  end type
contains
  function split(line, separators) result(parts)
    character(*), intent(in) :: line, separators
    type(string_list), allocatable :: parts(:)
    integer :: first, last
    allocate (parts(0))
    first = 1
    do while (first <= len(line))
      last = scan(line(first:), separators)
      if (last == 0) then
        last = len(line) + 1
      else
        last = first + last - 1
      end if
      if (last > first) parts = [parts, string_list(line(first:last - 1))]
      first = last + 1
    end do
  end function
  pure function to_upper(s) result(u)
    character(*), intent(in) :: s
    character(len(s)) :: u
    integer :: i, c
    u = s
    do i = 1, len(s)
      c = iachar(s(i:i))
      if (c >= iachar('a') .and. c <= iachar('z')) u(i:i) = achar(c - 32)
    end do
  end function
  integer function to_integer(s, ok)
    character(*), intent(in) :: s
    logical, intent(out), optional :: ok
    integer :: status
    read (s, *, iostat=status) to_integer
    if (status /= 0) to_integer = -1
    if (present(ok)) ok = status == 0
  end function
  recursive function replace_all(s, from, to) result(r)
    character(*), intent(in) :: s, from, to
    character(:), allocatable :: r
    integer :: at
    at = index(s, from)
    if (at == 0) then
      r = s
    else
      r = s(:at - 1) // to // replace_all(s(at + len(from):), from, to)
    end if
  end function
  logical function is_palindrome(s)
    character(*), intent(in) :: s
    integer :: n
    n = len_trim(s)
    is_palindrome = .true.
    if (n > 1) is_palindrome = s(1:1) == s(n:n) .and. is_same(s(2:n - 1))
  contains
    logical function is_same(inner)
      character(*), intent(in) :: inner
      integer :: k
      is_same = all([(inner(k:k) == inner(len(inner) - k + 1:len(inner) - k + 1), k = 1, len(inner))])
    end function
  end function
  integer function word_count(s)
    character(*), intent(in) :: s
    word_count = size(split(s, ' ,.'))
  end function
end module
program tokens
  use strings
  implicit none
  type(string_list), allocatable :: w(:)
  integer :: i
  logical :: ok
  w = split('the quick, brown fox.jumps', ' ,.')
  do i = 1, size(w)
    print '(i2,1x,a,1x,i0)', i, w(i)%text, len(w(i)%text)
  end do
  print *, to_upper('mixed Case 123')
  print *, to_integer('  42 '), to_integer('x', ok), ok
  print *, replace_all('a--b--c', '--', '+'), ' ', replace_all('none', 'x', 'y')
  print *, is_palindrome('level'), is_palindrome('levels'), word_count('one two  three')
end program
