! Invalid formats, detected on use.
program format_errors
  implicit none
  character(20) :: f(16) = [character(20) :: '(i5, q3)', 'i5', '(i5', '(i5,,i5)', '(f5)', '(e10)', "('abc)", '(5habc)', &
    '(t)', '(i)', '(-5x)', '(i5.6)', '(3)', '(*)', '(x)', '(i5,a5']
  character(100) :: m
  character(40) :: line
  integer :: k, s
  do k = 1, size(f)
    m = ''
    write (line, f(k), iostat=s, iomsg=m) 1
    print '(i2,i5,1x,a)', k, s, trim(m)
  end do
  write (line, '(a)', iostat=s) 'fine'
  print *, s, trim(line)
end program
