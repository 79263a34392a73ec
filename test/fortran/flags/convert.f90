! flags: -fconvert=big-endian
! Unformatted files store the highest byte first, unless OPEN specifies otherwise.
program convert
  implicit none
  integer :: n, m(2)
  integer(1) :: bytes(16)
  real(8) :: x
  complex :: z
  character(13) :: order
  open (10, status='scratch', form='unformatted', access='stream')
  write (10) 258, 1.0, 'ab'
  rewind (10)
  read (10) bytes(1:10)
  print '(16z3.2)', bytes(1:10)
  inquire (10, convert=order)
  print *, order
  open (11, file='native.dat', form='unformatted', convert='native')
  write (11) 258, 2.5d0
  inquire (11, convert=order)
  close (11)
  print *, order
  open (11, file='native.dat', form='unformatted', access='stream')
  read (11) bytes
  print '(16z3.2)', bytes
  close (11)
  write (12) [1, 2], 2.5d0, (1.0, -1.0)
  write (12) 7_2, .true.
  rewind (12)
  read (12) m, x, z
  print *, m, x, z
  close (12)
  open (12, file='fort.12', form='unformatted', access='stream', convert='little_endian')
  read (12) n, m
  print *, n, m
  close (12, status='delete')
  open (13, file='d.dat', form='unformatted', access='direct', recl=8)
  write (13, rec=2) 1, 2
  close (13)
  open (13, file='d.dat', form='unformatted', access='direct', recl=4, convert='swap')
  read (13, rec=4) n
  print *, n
  close (13, status='delete')
  open (11, file='native.dat')
  close (11, status='delete')
end program
