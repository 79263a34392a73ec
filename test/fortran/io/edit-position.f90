! T, TL, TR, X: over existing characters, past the end, in input.
program edit_position
  implicit none
  character(20) :: s = 'abcdefghijklmnopqrst', t, u
  integer :: i, j
  print '(a,t3,a,t10,a)', 'ABCDEFGH', '--', '|'
  print '(a,tl2,a,tr3,a)', 'ABCDEFGH', '++', '|'
  print '(5x,a,2x,a,10x)', 'a', 'b'
  print '(t5,a,t1,a)', 'fifth', 'one'
  print '(a,tl99,a)', 'xyz', '1'
  print '(i5,t1,i2)', 12345, 99
  read (s, '(t5,a3,tl2,a2,tr4,a1)') t, u, s(1:1)
  print *, trim(t), ' ', trim(u), ' ', s(1:1)
  read (s, '(a2,t1,a4)') t, u
  print *, trim(t), ' ', trim(u)
  write (t, '(i3,tl3,i2)') 123, 45
  print *, t
  t = '12345'
  read (t, '(i3,tl2,i2)') i, j
  print *, i, j
end program
