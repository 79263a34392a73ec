! REAL(16): exponents of four digits need Ew.dEe; a tenth is below the double nearest to it
program kind_16_limits
  implicit none
  integer, parameter :: q = 16
  print *, 0.1_q, 0.2_q, -0.1_q, 0.05_q, real(0.1d0, q), (0.1_q, 0.3_q)
  print '(g40.30,1x,g45.36,1x,g0,1x,g12.4)', 0.1_q, 0.1_q, 0.1_q, 0.1_q
  print '(e20.4,1x,d20.4,1x,en20.4,1x,g20.4,1x,e20.4e4)', 1e-1000_q, 1e1000_q, 1e-1200_q, 1e2000_q, 1e1234_q
  print '(e20.4,1x,es20.4,1x,en20.4,1x,g20.4)', 1e999_q, 1e999_q, 1e999_q, 1e-999_q
  print '(4(g0,1x))', 1e1000_q, 1e-1000_q, 1e2000_q
end program
