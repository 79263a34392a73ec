! REAL(16): list-directed, formatted, read back.
program reals_wide
  implicit none
  real(16) :: q = 1.0_16/3, r
  complex(16) :: z
  character(60) :: t
  print *, q, -q*1.0e100_16, q*1.0e-4000_16
  print '(f40.35)', q
  print '(es45.34e4)', q*1.0e1000_16
  print '(g0)', q
  z = cmplx(q, -q, 16)
  print *, z
  write (t, '(es45.35)') q
  read (t, *) r
  print *, r == q
  t = '1.5e4000'
  read (t, '(e10.0)') r
  print *, r > huge(1d0)
end program
