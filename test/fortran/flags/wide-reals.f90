! flags: -freal-4-real-16 -freal-8-real-16
program p
  real :: x = 1.0
  real(4) :: y = 1e0
  double precision :: z = 1d0
  complex :: c
  print *, kind(x), kind(y), kind(z), kind(c), kind(1.0), kind(1d0), kind(1.0_4), kind(sqrt(x))
  print *, x / 3, y / 3, z / 3
end program
