! flags: -fdec
! Edit descriptors without a width, TYPE as PRINT, and OPEN with DEC specifiers.
program widths
  implicit none
  real(4) :: a = 3.25
  real(8) :: b = -1234.5d0
  integer(1) :: i1 = -5
  integer(2) :: i2 = 77
  integer(4) :: i4 = 12345
  integer(8) :: i8 = -99
  character(30) :: line
  character(12) :: how
  integer :: unit, status, n
  logical :: there

  print '(":", i, ":", i, ":", i, ":", i, ":")', i1, i2, i4, i8
  print '(":", f, ":", f, ":")', a, b
  print '(":", e, ":", d, ":", en, ":", es, ":")', a, b, a, b
  print '(":", g, ":", g, ":", g, ":", g, ":")', a, b, i4, 'abc'
  print 10, i4, a, [1, 2]
10 format (1x, i, f, 2i, ',')
  write (line, '(i)') i4
  print *, '[', line, ']'
  line = '0000000789  4321'
  read (line, '(i, i)') i2, i4
  print *, i2, i4
  type *, 'typed', 1
  type '(a, i3)', 'with a format', 2
  if (i2 == 0) type *, 'in an IF'

  open (newunit=unit, file='shared.txt', carriagecontrol='list', shared)
  write (unit, '(a)') 'one', 'two'
  inquire (unit, carriagecontrol=how)
  print *, how
  inquire (unit, share=how)
  print *, how
  close (unit)
  open (newunit=unit, file='shared.txt', readonly)
  inquire (unit, action=how)
  print *, how
  close (unit, status='delete')
  inquire (file='shared.txt', exist=there)
  print *, there
  open (newunit=unit, file='endless.txt', carriagecontrol='none', noshared)
  inquire (unit, carriagecontrol=how)
  print *, how
  write (unit, '(a)') 'one', 'two'
  close (unit)
  inquire (file='endless.txt', size=n)
  print *, n
  open (newunit=unit, file='x', form='unformatted', carriagecontrol='list', iostat=status)
  print *, status
end program
