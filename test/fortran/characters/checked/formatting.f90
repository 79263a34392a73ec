! Text made by internal WRITE and read by internal READ: numbers, padding, tables, parsing of fields.
program formatting
  implicit none
  character(30) :: line
  character(:), allocatable :: all
  integer :: i, a, b, status
  real :: x
  character(5) :: word, fields(3)
  write (line, '(i5,f8.3,a)') 42, 3.14159, ' end'
  print *, '[', line, ']'
  write (line, *) 7, 2.5
  print *, '[', trim(line), ']'
  line = '12 34.5 word'
  read (line, *) a, x, word
  print *, a, x, word
  line = '  7abc'
  read (line, '(i3,a3)') b, word
  print *, b, word
  line = 'notanumber'
  read (line, *, iostat=status) a
  print *, status > 0
  all = ''
  do i = 1, 4
    write (line, '(i0)') i**4
    all = all // trim(line) // ';'
  end do
  print *, all
  line = 'a,b,c'
  read (line, *) fields
  print *, fields
  print '(a,t10,a,t20,a)', 'one', 'two', 'three'
  print '(3(i3,:,","))', 1, 2, 3
  print '(*(i0,:,"-"))', [(i, i = 1, 5)]
  print '(a5,a2,a)', 'ab', 'abcdef', 'x'
  print '(sp,i4,ss,i4,1x,l2,2x,e10.3,1p,e10.3)', 5, 5, .true., 123.456, 123.456
  print '(i5.3,1x,f6.1,1x,g0,1x,g0)', 7, -0.04, 1.5, 'text'
  print '("it''s",1x,a,/,"next")', 'here'
  write (line, '(2a)') 'abc', 'def'
  print *, len_trim(line), line(4:6) == 'def', index(line, 'cd')
end program
