! I editing: w, w.m, zero width, overflow, signs, every kind, input.
program edit_i
  implicit none
  integer(1) :: a = -127_1
  integer(2) :: b = 32767_2
  integer(8) :: c = -9223372036854775807_8
  integer :: i, j, k, s
  character(30) :: t
  print '(i0,1x,i0,1x,i0,1x,i0)', a, b, c, 0
  print '(i4,i8.7,i25)', a, b, c
  print '(i3,i2,i1)', -128, 100, -1
  print '(i0.3,1x,i0.0,a,i5.0,a)', 7, 0, '|', 0, '|'
  print '(sp,i0,1x,i5,ss,i5,s,i5)', 1, 2, 3, 4
  t = '  12 -3 +45'
  read (t, '(i4,i3,i4)') i, j, k
  print *, i, j, k
  read (t, '(i20)', iostat=s) i
  print *, s
  read (t, '(bn,i5,bz,i5)') i, j
  print *, i, j
  t = '99999999999'
  read (t, '(i11)', iostat=s) i
  print *, s > 0
  read (t, '(i3)', iostat=s) a
  print *, s
end program
