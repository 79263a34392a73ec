! Rounding and remainders for many arguments: INT, NINT, AINT, ANINT, FLOOR, CEILING, MOD, MODULO, with kinds.
program rounding
  implicit none
  real :: x(8) = [-2.5, -1.5, -0.5, -0.2, 0.2, 0.5, 1.5, 2.5]
  real(8) :: d = 4503599627370497.5d0
  integer :: i
  print *, int(x)
  print *, nint(x)
  print '(8f6.1)', aint(x), anint(x)
  print *, floor(x), ceiling(x)
  print '(8f7.2)', mod(x, 1.), modulo(x, 1.)
  print *, (mod(i, 3), modulo(i, 3), mod(i, -3), modulo(i, -3), i = -4, 4, 2)
  print *, nint(d, 8), int(d, 8), floor(-d, 8), ceiling(d, 8), anint(d) > d
  print *, nint(0.49999997), nint(8388609.), int(1e9), real(16777217), dble(16777217)
  print *, sign(1., x(3)), abs(x(1)), dim(x(8), x(1)), max(x(1), x(2), x(3)), min(1, 2, -3)
  print *, 7/2*2, 7*2/2, -7/2, 2**3**2, (-2)**2, -2**2, 1e0/3*3 == 1
end program
