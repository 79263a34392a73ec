! Files need a name: OPEN and INQUIRE with an empty name find nothing, whatever the status.
program names
  implicit none
  character(len=7), parameter :: statuses(4) = ['UNKNOWN', 'OLD    ', 'NEW    ', 'REPLACE']
  character(len=3) :: blank = ' '
  logical :: there
  integer :: i, u, status
  do i = 1, size(statuses)
    open (newunit=u, file='', status=statuses(i), iostat=status)
    print *, statuses(i), status
    open (unit=12, file=blank, status=statuses(i), iostat=status)
    print *, statuses(i), status
  end do
  inquire (file='', exist=there)
  print *, there
  open (newunit=u, file='named   ', status='NEW', iostat=status)
  print *, status
  inquire (file='named', exist=there, number=i)
  print *, there, i == u
  close (u, status='DELETE')
end program
