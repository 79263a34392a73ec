program t
  implicit none
  integer :: ios, i
  real :: x
  character(len=20) :: s, fmt
  character(len=10) :: recs(3)
  real(8) :: d(2)
  integer :: iarr(3)
  write (s, *) 42
  print *, '[', s, ']'
  write (s, '(3i4)') 1, 2, 3
  read (s, *) iarr
  print *, iarr
  write (recs, '(a)') 'one', 'two', 'three'
  print *, recs
  read (recs(2), '(a3)') s
  print *, s
  fmt = '(f8.2, 1x, i3)'
  write (*, fmt) 3.14159, 7
  s = '12 abc'; read (s, '(i2, 1x, a)') i, s
  print *, i, s
  s = 'x'; read (s, *, iostat=ios) i
  print *, ios > 0
  s = '1.5d2 2e-3'; read (s, *) d
  print *, d
  print '(1x, a, /, 1x, a)', 'line1', 'line2'
  print '(5(i2, ","), i2)', (i, i = 1, 6)
  print '(a5, a2, a)', 'abc', 'defg', 'h'
  print '(i8.5, z8, o8, b10)', 42, 255, 8, 5
  print '(f10.3, e12.3, g12.4, es12.3)', 1234.5678, 1234.5678, 1234.5678, 1234.5678
  print '(2x, l1, t10, l1)', .true., .false.
  print '(1p, e12.4, 0p, f8.3)', 123.456, 1.5
  print '(e12.4e3, e10.2)', 1d-200, 1d200
  print '(g10.3, g10.3, g10.3)', 0.0, 0.01, 100000.
  print '(f4.1, f4.1)', -0.04, 9.96
  print '(f0.1, 1x, f0.0, 1x, i0)', 0.04, 2.5, -7
  print *, 1.0e-3, 1234567.0, 12345678.0, 123456789.0
  print *, (1.5, -2.5), cmplx(1d0, 2d0, 8)
  print *, [1, 2], 'text', [.true.]
  print *, -5, 'a', -1.5
  print '(sp, f6.2, s, f6.2)', 1.5, 1.5
  print '(en12.2, en12.2, en12.2)', 1234567., 0.00012, 999.999
  print '("a""b", ''c''''d'')'
  print '(*(f5.1))', 1., 2., 3.
  print '(dc, f6.2)', 3.25
  open (11, status='scratch', form='formatted')
  write (11, '(i5)') (i, i = 1, 3)
  rewind 11
  read (11, *) iarr(1), iarr(2)
  print *, iarr(1:2)
  read (11, *, end=99) iarr(3)
  print *, iarr(3)
  read (11, *, end=99) iarr(3)
  print *, 'not reached'
99 print *, 'eof'
  backspace 11
  write (11, '(a)') 'appended'
  rewind 11
  do
    read (11, '(a)', iostat=ios) s
    if (ios /= 0) exit
    print *, trim(s)
  end do
end program
