! List-directed input across records of a file: skipped remainders, values across several records, blank records, tabs.
program list_read_lines
  implicit none
  integer :: i(5), j, s
  real :: x(3)
  character(6) :: c
  open (10, status='scratch')
  write (10, '(a)') '1 2 3 rest', '', '  4', '5,', '6 7', '1.5,2.5', '3.5 tail', "'ab", "cd' 9", '8/', '10', '2*3'
  rewind 10
  read (10, *) i(1:3)
  read (10, *) i(4:5), j
  print *, i, j
  read (10, *) x
  print *, x
  read (10, *) c, j
  print *, c, j
  i = -1
  read (10, *) i
  print *, i
  read (10, *) j
  print *, j
  read (10, *, iostat=s) i(1:3)
  print *, s, i(1:3)
end program
