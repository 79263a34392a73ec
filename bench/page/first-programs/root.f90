program first
  use uxhw
  implicit none
  real(8) :: v(2)
  v = [ux_gauss(5.0d0, 0.05d0), 2.0d0]
  print '(a, f8.4)', 'root ', sqrt(sum(v))
end program first
