program t
  implicit none
  integer :: i, j, n, lun = 12
  integer, dimension(3) :: v
  character(len=30) :: line
  character(len=5) :: w(4)
  real :: a, b
  double precision :: d
  complex :: c
  logical :: l
  integer(8) :: big
  open (lun, status='scratch')
  write (lun, *) 1, 2.5, 'word', .true.
  write (lun, '(a)') '10 20 30'
  write (lun, '(a)') '1, 2'
  write (lun, '(a)') '3'
  write (lun, '(a)') "'quoted string' unquoted"
  write (lun, '(a)') '(1.5,2.5) 1d3 T 123456789012'
  write (lun, '(a)') '2*5 , , 7'
  write (lun, '(3f8.3)') 1.0, 2.0, 3.0
  rewind lun
  read (lun, *) i, a, line, l
  print *, i, a, line, l
  read (lun, *) v
  print *, v
  read (lun, *) v
  print *, v
  read (lun, *) line, w(1)
  print *, line, w(1)
  read (lun, *) c, d, l, big
  print *, c, d, l, big
  v = 0
  n = -1
  read (lun, *) v(1:2), n, v(3)
  print *, v, n
  read (lun, '(2f8.3)') a, b
  print *, a, b
  write (line, '(i5.5, a, f6.2)') 42, ':', 3.14159
  print *, line
end program
