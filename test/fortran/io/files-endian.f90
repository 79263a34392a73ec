! CONVERT=: files with the other byte order.
program files_endian
  implicit none
  integer :: i
  real(8) :: x
  complex :: z
  character(3) :: c
  integer(1) :: b(12)
  open (14, file='big.bin', form='unformatted', convert='big_endian', status='replace')
  write (14) 258, 1.5d0
  write (14) (1.0,2.0), 'abc'
  rewind 14
  read (14) i, x
  read (14) z, c
  print *, i, x, z, c
  close (14)
  open (14, file='big.bin', access='stream', status='old')
  read (14) b
  print *, b
  close (14)
  open (14, file='big.bin', access='stream', status='old', convert='swap')
  read (14) i
  print *, i
  close (14, status='delete')
end program
