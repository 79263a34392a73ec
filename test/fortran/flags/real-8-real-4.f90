! flags: -freal-4-real-8 -freal-8-real-4
! Explicit kinds of reals change, and so does DOUBLE PRECISION.
program swapped
  use iso_c_binding
  implicit none
  real(4) :: a = 0.1_4
  real(8) :: b = 0.1_8
  real :: c = 0.1
  double precision :: d = 0.1d0
  complex(c_double) :: z = (0.1_8, 0.2_8)
  real*4 :: e = 0.1
  complex*16 :: w = 0.5
  print *, a, b, c, d, z, e, w
  print *, kind(a), kind(b), kind(c), kind(d), kind(z), kind(e), kind(w), c_double, kind(1.0_8), kind(1d0)
end program
