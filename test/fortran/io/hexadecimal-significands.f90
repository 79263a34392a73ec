! EX editing of Fortran 2018, which gfortran 12 lacks: the output follows the standard (13.7.2.3.6).
program p
  implicit none
  character(60) :: line
  real :: x
  real(8) :: d(3)
  real(16) :: q
  integer :: status
  print '(ex12.3)', 1.5
  print '(ex0.1, 1x, ex14.4e3, 1x, ex0.0, 1x, ex0.1)', 1.375, -15.625, 1048580.0, 2.375
  print '(3(ex0.0, 1x))', 0.0, -0.0, huge(1d0)
  print '(ex0.2, 1x, ex12.0, 1x, ex5.1, 1x, ex9.1e1)', 0.1d0, tiny(1.0), 1.0, 2d0**100
  print '(sp, ex14.1, ss, dc, ex14.1)', 3.0, 3.0
  print '(ex0.0)', 1 / 3.0_16
  print '(ru, ex0.1, 1x, rd, ex0.1, 1x, rz, ex0.1, 1x, rn, ex0.1, 1x, rc, ex0.1)', &
    1.03125, 1.09375, -1.09375, 1.09375, 1.09375
  print '(ru, ex0.1, 1x, rn, ex0.1)', 1.999, 1.999
  print '(2ex12.2)', (1.5, -2.25)
  d = [1 / 3d0, -tiny(1d0) / 8, 6.02214076d23]
  write (line, '(3ex0.0)') d(1)
  read (line, '(ex30.5)') d(2)
  print *, d(1) == d(2)
  read (line, *) d(3)
  print *, d(3) == d(1)
  line = '-0x1.8p3 0XAP0 0x.8p-1'
  read (line, *) d
  print *, d
  line = '0X1.8P+1'
  read (line, '(f8.0)') x
  print *, x
  write (line, '(ex0.0)') -1 / 7.0_16
  read (line, '(f60.0)') q
  print *, q == -1 / 7.0_16
  line = '0xq'
  read (line, '(f3.0)', iostat=status) x
  print *, status /= 0
end program
