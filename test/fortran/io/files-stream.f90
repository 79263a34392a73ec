! Stream access: POS=, formatted and unformatted, INQUIRE of size and position.
program files_stream
  implicit none
  integer :: i, p, n, s
  integer(1) :: b(4)
  character(5) :: c
  character(20) :: line
  open (13, file='stream.bin', access='stream', status='replace')
  write (13) 'hello', 1_1, 2_1, 3_1
  inquire (13, pos=p, size=n)
  print *, p, n
  write (13, pos=2) 'EL'
  read (13, pos=1) c
  read (13) b(1:3)
  print *, c, b(1:3)
  write (13, pos=12) 9_1
  inquire (13, size=n)
  read (13, pos=9) b
  print *, n, b
  read (13, iostat=s) b
  print *, s
  close (13)
  open (13, file='stream.bin', access='stream', form='formatted', status='replace')
  write (13, '(a)') 'first', 'second'
  inquire (13, pos=p)
  write (13, '(i0)') 3
  read (13, '(a)', pos=7) line
  print *, p, line
  read (13, '(i1)', pos=p) i
  print *, i
  write (13, '(a)', advance='no', pos=1) 'F'
  rewind 13
  read (13, '(a)') line
  print *, line
  close (13, status='delete')
end program
