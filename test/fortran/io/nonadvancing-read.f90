! ADVANCE='no' input: SIZE=, EOR=, end of file, several statements in one record.
program nonadvancing_read
  implicit none
  integer :: n, s, i
  character(4) :: c
  character(1) :: ch
  open (15, status='scratch')
  write (15, '(a)') 'abcdefghij', 'xy', '', 'last'
  rewind 15
  do
    read (15, '(a4)', advance='no', size=n, iostat=s) c
    print '(i3,i3,3a)', s, n, ' [', c, ']'
    if (s == -1) exit
  end do
  rewind 15
  read (15, '(a2)', advance='no') c
  read (15, '(2x,a2)', advance='no') c
  print *, c
  read (15, '(a)') c
  print *, c
  read (15, '(a1)', advance='no', eor=10) ch
  read (15, '(a1)', advance='no', eor=10) ch
  read (15, '(a1)', advance='no', eor=10, end=20) ch
  print *, 'not here'
10 print *, 'end of record ', ch
  rewind 15
  n = 0
  do
    read (15, '(a1)', advance='no', iostat=i) ch
    if (i == -2) cycle
    if (i == -1) exit
    n = n + 1
  end do
  print *, n
20 continue
end program
