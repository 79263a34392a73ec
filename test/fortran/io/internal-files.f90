! Internal files: arrays, sections, substrings, overflow, reading past the end.
program internal_files
  implicit none
  character(6) :: a(4), b*20
  integer :: i, j, k, s
  a = '------'
  write (a, '(i3/i4/a)') 1, 22, 'abc'
  print '(4a)', a
  write (a(2:4:2), '(a)') 'x', 'y'
  print '(4a)', a
  write (b, '(3(i2,","))') 1, 2, 3
  read (b, '(3(i2,1x))') i, j, k
  print *, i, j, k
  write (b(5:8), '(a)') 'mid'
  print *, b, '|'
  write (b(1:2), '(i5)', iostat=s) 12345
  print *, s
  write (a, '(i1/i1/i1/i1/i1)', iostat=s) 1, 2, 3, 4, 5
  print *, s
  b = '1 2'
  read (b, *, iostat=s) i, j, k
  print *, s, i, j
  read (b, '(i1/i1)', iostat=s) i, j
  print *, s
  read (b(:0), *, iostat=s) i
  print *, s
  write (b, *) 'list', 1
  print *, b
end program
