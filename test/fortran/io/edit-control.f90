! Slash, colon, repeat groups, reversion, unlimited repeat, nested groups, strings.
program edit_control
  implicit none
  integer :: k(7) = [1, 2, 3, 4, 5, 6, 7], i
  print '(3i4)', k
  print '("(",i0,2(",",i0),")")', k(1:6)
  print '("head ",2(i0,"-",(i0),";"))', k
  print '(*(i0,:,", "))', k
  print '(a/a//a)', 'x', 'y', 'z'
  print '(2/,a,3/)', 'end'
  print '(i2,:,"never",i2)', 1
  print '(2(3(i1),"/"))', k, k
  print '(i1,(i2),i3)', k
  print "('it''s ""quoted""',a)", '!'
  print '(1x,''a'',"b")'
  print '()'
  print '(i3)', (i, i = 1, 0)
  print '(2("<",i0,">"))', (i, i = 1, 5)
  write (*, '(i0,1x)', advance='no') k(1:3)
  write (*, '(a)') 'tail'
end program
