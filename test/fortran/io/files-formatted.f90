! Formatted sequential files: writing, rewinding, appending, truncation by writing in the middle.
program files_formatted
  implicit none
  integer :: i, s
  character(20) :: line
  open (10, file='data.txt', status='replace')
  do i = 1, 5
    write (10, '(a,i0)') 'line ', i
  end do
  rewind 10
  read (10, '(a)') line
  read (10, '(a)') line
  write (10, '(a)') 'new third'
  rewind 10
  call show(10)
  close (10)
  open (10, file='data.txt', status='old', position='append')
  write (10, '(a)') 'appended'
  close (10)
  open (10, file='data.txt', status='old', action='read')
  call show(10)
  close (10, status='delete')
  open (10, file='data.txt', status='old', iostat=s)
  print *, s
contains
  subroutine show(unit)
    integer, intent(in) :: unit
    integer :: status
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      print *, trim(line)
    end do
    print *, status
  end subroutine
end program
