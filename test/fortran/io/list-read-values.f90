! List-directed input from internal units: repeats, nulls, separators, all types.
program list_read_values
  implicit none
  integer :: a(6), s
  real :: x(3)
  complex :: z
  logical :: l(3)
  character(8) :: c(3)
  character(40) :: t
  a = -1
  t = '1 2,3 , 4'
  read (t, *) a(1:4)
  print *, a
  a = -1
  t = '2*5,,3*,7'
  read (t, *) a
  print *, a
  a = -1
  t = '1,2/3,4'
  read (t, *) a
  print *, a
  t = '1.5 2d1 -.5e-1'
  read (t, *) x
  print *, x
  t = '(1.5,-2)'
  read (t, *) z
  print *, z
  t = 't .false. TRUE'
  read (t, *) l
  print *, l
  t = 'one ''t''''wo'' "three, four"'
  read (t, *) c
  print *, c
  t = '2*ab,c'
  read (t, *) c
  print *, c
  t = '1+1 3-2 +7'
  read (t, *) x
  print *, x
  t = 'inf -infinity nan'
  read (t, *) x
  print *, x(1) > huge(1.0), x(2) < -huge(1.0), x(3) /= x(3)
  t = '1;2'
  read (t, *) a(1:2)
  print *, a(1:2)
  t = '5'
  read (t, *, iostat=s) a(1), a(2)
  print *, s
end program
