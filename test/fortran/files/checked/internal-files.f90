! Internal files: arrays as files of records, several records in one write, reading lists, errors by IOSTAT and IOMSG.
program internal_files
  implicit none
  character(12) :: page(3) = ''
  character(40) :: line, message
  integer :: i, v(4), status
  real :: x
  write (page, '(a,i3)') ('row', i, i = 1, 3)
  print '(3("[",a,"]"))', page
  read (page(2)(4:), *) i
  print *, i
  write (line, '(4i5)') [1, 22, 333, 4444]
  read (line, '(4i5)') v
  print *, v, sum(v)
  line = '1, 2 3,,5'
  v = -1
  read (line, *) v
  print *, v
  line = '3*7, 9 /'
  v = 0
  read (line, *) v
  print *, v
  read (line, '(f5.1)', iostat=status) x
  print *, status /= 0
  message = ''
  line = 'abc'
  read (line, '(i3)', iostat=status, iomsg=message) i
  print *, status /= 0, len_trim(message) > 0
  write (line, '(a,t15,a,tl3,a)') 'left', 'right', '<'
  print *, line
  write (line, '(f6.2,1x,e10.3,1x,l1)') -1.5, 12345.678, .true.
  print *, trim(line)
end program
