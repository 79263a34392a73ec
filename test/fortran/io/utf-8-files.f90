! flags: -fbackslash
! Files with ENCODING='UTF-8', and characters of kind 4 in units without it.
program main
  implicit none
  integer, parameter :: u = selected_char_kind('ISO_10646')
  character(8, u) :: text, other
  character(3, u) :: three(2)
  character(10) :: plain
  character(20) :: how
  character(12) :: raw
  integer :: n, stat
  text = u_"gr\u00fc\u00df \u20ac1"
  three = [u_"\u0416\u0417\u0418", u_"abc"]
  open (10, status='scratch', encoding='UTF-8', action='readwrite')
  inquire (10, encoding=how)
  print *, how
  write (10, '(a, "|", a10, "|", a3)') trim(text), text, text
  write (10, *) three, 5
  write (10, '(2a)') three
  write (10, *) u_"quoted 'n' \u00e9"
  rewind 10
  read (10, '(a)') other
  call codes(other)
  close (10)
  open (10, file='wide.txt', encoding='UTF-8')
  write (10, '(a)') u_"\u20ac\U0001f600x"
  close (10)
  open (10, file='wide.txt', access='stream', form='unformatted')
  read (10) raw(1:9)
  print '(9z3.2)', (ichar(raw(n:n)), n = 1, 9)
  close (10)
  open (10, file='wide.txt')
  read (10, '(a)') text
  call codes(text)
  close (10, status='delete')
  write (plain, '(a)') u_"a\u20acb\u00e9"
  print '(4z3.2)', (ichar(plain(n:n)), n = 1, 4)
  print '(a4, a3)', u_"\u20acb", u_"xyz"
  print *, u_"list", 1
  open (11, status='scratch', form='unformatted')
  write (11) three
  rewind 11
  three = u_""
  read (11) three
  call codes(three(1))
  plain = 'quad'
  read (plain, '(a4)') text
  call codes(text)
contains
  subroutine codes(s)
    character(*, u), intent(in) :: s
    integer :: i
    print '(i0, ":", 30(1x, z0))', len(s), (ichar(s(i:i)), i = 1, len(s))
  end subroutine
end program
