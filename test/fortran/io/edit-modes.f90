! S, SP, SS, BN, BZ, DC, DP, and the specifiers that set the modes of a statement.
program edit_modes
  implicit none
  real :: x
  integer :: i
  character(10) :: s
  print '(sp,i3,f6.1,ss,i3,f6.1,s,i3)', 1, 1.5, 2, 2.5, 3
  print '(dc,f6.2,dp,f6.2)', 1.5, 1.5
  write (*, '(f6.2,i4)', decimal='comma', sign='plus') 2.5, 3
  write (*, *, decimal='comma') 1.5, (1.0,2.0)
  s = '1,5;2'
  read (s, *, decimal='comma') x, i
  print *, x, i
  s = '1 2 '
  read (s, '(i4)', blank='zero') i
  print *, i
  read (s, '(i4)', blank='null') i
  print *, i
  read (s, '(bz,i3,bn,i1)') i
  print *, i
end program
