! The null device accepts all output, provides no input, and does not change its position.
program null_device
  implicit none
  integer :: i, ios
  logical :: there
  character(20) :: line
  inquire (file='/dev/null', exist=there)
  print *, there
  open (10, file='/dev/null')
  do i = 1, 3
    write (10, '(a, i0)') 'line ', i
  end do
  rewind (10)
  line = 'as it was'
  read (10, '(a)', iostat=ios) line
  print *, ios == -1, line
  close (10)
  open (11, file='/dev/null', status='old', action='write', position='append')
  write (11, *) 1.5, 'gone'
  close (11)
  open (12, file='/dev/null', status='old', form='unformatted')
  write (12) 1, 2, 3
  close (12)
  open (13, file='/dev/null', status='new', iostat=ios)
  print *, ios > 0
end program
