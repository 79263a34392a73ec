! Unformatted sequential files: every type, partial reads, BACKSPACE, records of length zero.
program files_unformatted
  implicit none
  integer :: i, j, s
  integer(8) :: k
  real(8) :: x(4)
  complex :: z
  character(7) :: c
  logical :: l
  open (11, form='unformatted', status='scratch')
  write (11) 1, 2_8, 'abcdefg'
  write (11) [1d0, 2d0, 3d0, 4d0], (1.0,2.0), .true.
  write (11)
  write (11) (i, i = 1, 100)
  rewind 11
  read (11) i, k, c
  print *, i, k, c
  read (11) x, z, l
  print *, x, z, l
  backspace 11
  read (11) x(1)
  read (11)
  read (11) i, j
  print *, x(1), i, j
  read (11, iostat=s) i
  print *, s
  backspace 11
  backspace 11
  read (11) (j, i = 1, 50)
  print *, j
  backspace 11
  read (11, iostat=s) (j, i = 1, 101)
  print *, s > 0
end program
