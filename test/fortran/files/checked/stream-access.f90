! Stream files: positions written and read in any order, mixed types, formatted streams with new_line, INQUIRE, truncation.
program stream_access
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, iostat_end, iostat_eor
  implicit none
  integer :: u, p, status, n, i, where_is(4)
  integer(int8) :: bytes(8)
  integer(int16) :: h
  real(8) :: d
  character(5) :: word
  character(20) :: line, form, access
  character :: c
  open (newunit=u, file='data.bin', access='stream', form='unformatted', status='replace', action='readwrite')
  inquire (u, pos=p, access=access, form=form)
  print *, p, trim(access), ' ', trim(form)
  write (u) 1_int8, 258_int16, 'hello', 2.5d0
  inquire (u, pos=p, size=n)
  print *, p, n
  read (u, pos=1) bytes
  print *, bytes
  read (u, pos=4) word, d
  print *, word, d
  write (u, pos=5) 'E'
  read (u, pos=2) h, word
  print *, h, word
  write (u, pos=21) 77
  inquire (u, size=n)
  print *, n
  read (u, pos=17) bytes(1:4), i
  print *, bytes(1:4), i
  read (u, iostat=status) c
  print *, status == iostat_end
  read (u, pos=23, iostat=status) d
  print *, status == iostat_end
  do i = 1, 4
    inquire (u, pos=where_is(i))
    write (u, pos=100*i) (/1, 2, 3/)*i
    inquire (u, pos=where_is(i))
  end do
  print *, where_is
  read (u, pos=304) i, n
  print *, i, n
  close (u)
  inquire (file='data.bin', size=n)
  print *, n
  open (newunit=u, file='data.bin', access='stream', position='append')
  inquire (u, pos=p)
  print *, p
  close (u, status='delete')
  open (newunit=u, file='text.txt', access='stream', form='formatted')
  write (u, '(a)') 'first line', 'second'
  write (u, '(a, i3)', advance='no') 'third', 42
  write (u, '(a)') new_line('a')//'fourth'
  inquire (u, size=n)
  rewind (u)
  do
    inquire (u, pos=p)
    read (u, '(a)', iostat=status) line
    if (status /= 0) exit
    print *, p, trim(line)
  end do
  print *, n, status == iostat_end
  read (u, '(a)', pos=12) line
  print *, line
  read (u, '(a3)', advance='no', pos=1) word
  read (u, '(a4)', advance='no') line
  print *, word, line
  read (u, '(a5)', advance='no', iostat=status, size=n) word
  print *, status == iostat_eor, n, word
  close (u, status='delete')
end program
