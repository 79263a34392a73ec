! flags: -fno-sign-zero
program z
  real :: x = -0.0, y = -0.001
  print '(f5.1, f5.2, e12.3, g12.3)', x, y, x, x
  print *, x, sign(1.0, x), y
  write (*, '(f4.1)') -0.04
  print *, sign(1.0, -0.0), sign(2.0, 0.0), sign(x, -1.0)
end program
