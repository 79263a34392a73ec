! ERR=, END=, EOR= and IOSTAT= together; IS_IOSTAT_END and IS_IOSTAT_EOR.
program iostat_branches
  implicit none
  integer :: i, s
  character(3) :: c
  open (21, status='scratch')
  write (21, '(a)') '12', 'xx'
  rewind 21
  read (21, *, err=10, end=20) i
  print *, i
  read (21, *, err=10, end=20) i
  print *, 'not here'
10 print *, 'err'
  read (21, *, err=10, end=20) i
20 print *, 'end'
  rewind 21
  read (21, '(a3)', advance='no', eor=30) c
  print *, 'not here'
30 print *, 'eor ', c
  read (21, '(a)', iostat=s) c
  read (21, '(a)', iostat=s) c
  print *, is_iostat_end(s), is_iostat_eor(s)
  rewind 21
  read (21, '(a3)', advance='no', iostat=s) c
  print *, is_iostat_end(s), is_iostat_eor(s)
end program
