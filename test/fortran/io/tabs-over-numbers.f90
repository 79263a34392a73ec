! T, TL, TR and X that go back over numbers
program tabs_over_numbers
  implicit none
  real(8) :: x = 5.25d0, y = -2.5d0
  print '(f8.2,tl5,f8.3,t3,a,tr3,f8.2)', x, y, 'Q', x
  print '(t20,f8.3,t1,f8.3,a)', x, y, '|'
  print '(t20,f8.3,t1,a)', x, 'label'
  print '(f8.2,f8.2,t1,10x,a)', x, y, 'Z'
  print '(f8.2,tl1,a,tr2,f8.2,t9,2x,a)', x, 'a', y, 'b'
  print '(sp,f8.2,s,tl5,1x,d12.4,tr1,g12.4,l3)', x, y, x, .true.
  print '(3f8.2,t9,f8.3,t30,a)', x, y, x, y, 'end'
  print '(f12.4,tl12,f8.2,f8.2)', x, y, x
  print '(g0,t3,g0,t8,g0)', x, y, x
  write(*, '(a,f8.2)', advance='no') 'start', x
  write(*, '(tl3,f6.1,t30,a)') y, 'next'
end program
