! Lines of standard input, of unknown number and length, including blank and empty lines.
program read_lines
  implicit none
  character(40) :: line
  integer :: s, n, total
  n = 0
  total = 0
  do
    read (*, '(a)', iostat=s) line
    if (s /= 0) exit
    n = n + 1
    total = total + len_trim(line)
    print '(i2,3a)', n, ': [', trim(line), ']'
  end do
  print *, n, total, s
end program
