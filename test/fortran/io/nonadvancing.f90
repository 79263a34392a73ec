program nonadv
  implicit none
  integer :: i, ios, n
  character(len=5) :: c
  character(len=20) :: line
  open (10, status='scratch')
  write (10, '(a)') 'abcdefghijkl'
  write (10, '(a)') 'xy'
  rewind (10)
  do
    read (10, '(a5)', advance='no', iostat=ios, size=n) c
    print *, c, '|', n, ios == -2, ios == -1
    if (ios == -1) exit
    if (ios == -2) print *, 'end of record'
  end do
  do i = 1, 5
    write (*, '(i3)', advance='no') i
  end do
  write (*, *)
  write (*, '(3(a, i0, :, ", "))') ('n', i, i = 1, 3)
  write (line, '(5i3)') (i, i = 1, 5)
  print *, line
  read (line, '(5i3)') (n, i = 1, 5)
  print *, n
  read (line, *, iostat=ios) (n, i = 1, 9)
  print *, ios
end program
