! B, O and Z editing of integers, reals, logicals and characters.
program edit_boz
  implicit none
  integer :: i = 255, j = -1, k
  integer(8) :: l = 81985529216486895_8
  integer(1) :: m = -2_1
  real :: r = 1.0
  character(40) :: t
  print '(b0,1x,o0,1x,z0)', i, i, i
  print '(b10,o10,z10)', i, i, i
  print '(b10.10,o6.5,z4.4)', i, i, i
  print '(z8,1x,o11,1x,b32)', j, j, j
  print '(z16,1x,z0,1x,b8)', l, m, m
  print '(z2,b4,o3)', 256, 16, 512
  print '(z8)', r
  print '(b0.0,a,z5.0,a)', 0, '|', 0, '|'
  t = 'ff 777 1010'
  read (t, '(z2,o4,b5)') i, j, k
  print *, i, j, k
  read (t, '(z3)') i
  print *, i
  write (t, '(z8.8)') 3.5
  read (t, '(z8)') k
  print *, transfer(k, 1.0)
end program
