! flags: -fbackslash
! CHARACTER(KIND=4): declarations, literals, operations, intrinsic functions, arguments.
module texts
  implicit none
  integer, parameter :: ucs4 = selected_char_kind('ISO_10646')
  type label
    character(6, ucs4) :: name = ucs4_"n\u00e4me"
    character(:, ucs4), allocatable :: more
    integer :: after = 7
  end type
contains
  function twice(s) result(r)
    character(*, ucs4), intent(in) :: s
    character(2 * len(s), ucs4) :: r
    r = s // s
  end function
  subroutine fill(s, n)
    character(*, ucs4), intent(out) :: s(:)
    integer, intent(in) :: n
    integer :: i
    do i = 1, size(s)
      s(i) = char(n + i, kind=ucs4)
    end do
  end subroutine
  function chosen(s) result(k)
    class(*), intent(in) :: s
    integer :: k
    k = 0
    select type (s)
    type is (character(*))
      k = 100 + len(s)
    type is (character(*, ucs4))
      k = 400 + len(s)
    end select
  end function
  subroutine codes(s)
    character(*, ucs4), intent(in) :: s
    integer :: i
    print '(i0, ":", 30(1x, z0))', len(s), (ichar(s(i:i)), i = 1, len(s))
  end subroutine
end module

program main
  use texts
  implicit none
  character(5, ucs4) :: a, b
  character(kind=ucs4, len=:), allocatable :: d
  character(3, ucs4) :: list(4)
  character(3, ucs4), parameter :: fixed(2) = [ucs4_"ab ", ucs4_"\u20acd "]
  character(4) :: plain
  type(label) :: l
  integer :: i
  print *, ucs4, kind(a), len(a), selected_char_kind('DEFAULT'), storage_size(a)
  a = ucs4_"x\u20ACy"
  call codes(a)
  b = ucs4_"abcdefgh"
  call codes(b)
  b(2:3) = ucs4_"\u0416"
  call codes(b)
  call codes(b(:2) // a(2:2))
  d = trim(a) // ucs4_"!"
  call codes(d)
  d = twice(d)
  print *, len(d), len_trim(a), len(trim(a)), index(d, ucs4_"y!"), index(d, ucs4_"y!", back=.true.)
  print *, scan(d, ucs4_"!\u20ac"), verify(d, ucs4_"x"), scan(d, ucs4_"!", .true.), verify(a, ucs4_" ", .true.)
  print *, a == ucs4_"x\u20acy", a < ucs4_"x\u20ad", a > ucs4_"x", ucs4_"a" == ucs4_"a  "
  call codes(adjustr(a))
  call codes(adjustl(ucs4_"   \u1234"))
  call codes(repeat(ucs4_"\u00e9", 3))
  call codes(fixed(2))
  call fill(list, int(z'20a0'))
  print '(4(z0, 1x))', (ichar(list(i)(1:1)), i = 1, 4)
  print *, all(list(:)(2:) == ucs4_"  "), count(list > list(2))
  call codes(maxval(list))
  call codes(max(a, b))
  call codes(merge(a, b, .false.))
  print *, chosen(a), chosen('ab'), chosen(d)
  a = 'ok'
  call codes(a)
  plain = a
  print '(a)', plain
  call codes(l%name)
  l%more = l%name // ucs4_"\U0001f600"
  call codes(l%more)
  print *, l%after, len(l%more), iachar(ucs4_"A"), achar(66, kind=ucs4) == ucs4_"B"
  select case (b(1:1))
  case (ucs4_"\u0400":ucs4_"\u04ff")
    print *, 'Cyrillic'
  case (ucs4_"a")
    print *, 'a'
  end select
  list = eoshift(list, 1)
  print *, list(4) == ucs4_"", ichar(list(1)(1:1))
  print *, transfer(ucs4_"\u20ac", 0), [character(4, ucs4) :: ucs4_"a", ucs4_"bcd"] == ucs4_"a"
end program
