! Logical values of every kind in every form of transfer.
program logical_io
  implicit none
  logical(1) :: a = .true.
  logical(2) :: b = .false.
  logical(8) :: c = .true.
  logical :: l(4), m
  character(30) :: t
  integer :: s
  print *, a, b, c
  print '(3l2,l10)', a, b, c, a
  print '(g5.1,g3.1)', a, b
  t = 'T,f,.true.,.FALSE.'
  read (t, *) l
  print *, l
  t = 'tftf'
  read (t, '(4l1)') l
  print *, l
  t = '  .t.  f'
  read (t, '(l5,l3)') l(1:2)
  print *, l(1:2)
  t = 'maybe'
  read (t, *, iostat=s) m
  print *, s
  open (10, form='unformatted', status='scratch')
  write (10) a, b, c
  rewind 10
  a = .false.; b = .true.; c = .false.
  read (10) a, b, c
  print *, a, b, c
end program
