! flags: -fdefault-real-8
! Without -fdefault-double-8 DOUBLE PRECISION is REAL(16).
program quad
  implicit none
  double precision :: d = 0.75d0, third
  double complex :: z = (1d0, 2d0)
  real :: r = 0.1
  third = 1d0 / 3
  print *, kind(d), kind(z), kind(r), kind(1d0), kind(dble(r)), kind(dcmplx(1)), kind(1.0_8), storage_size(d)
  print *, d, z, r, dble(r), dsqrt(2d0), dabs(-d), d * r
  print '(f40.34,1x,g0)', third, third * 2
end program
