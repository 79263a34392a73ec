program numeric
  implicit none
  integer, parameter :: dp = kind(1d0)
  integer :: i
  real :: x = -3.7
  real(dp) :: d = 2.5_dp
  complex :: z = (3.0, -4.0)
  print *, abs(x), abs(-5), abs(z), sign(2.0, x), sign(3, -1)
  print *, int(x), nint(x), floor(x), ceiling(x), aint(x), anint(x)
  print *, mod(-7, 3), modulo(-7, 3), mod(7.5, 2.0), modulo(-7.5, 2.0)
  print *, max(1, 5, 3), min(2.5, 1.5), dim(5, 3), dim(2, 4)
  print *, sqrt(2.0), exp(1.0_dp), log(10.0), log10(1000.0_dp)
  print *, sin(1.0), cos(1.0_dp), tan(0.5), asin(0.5), acos(0.5_dp), atan(1.0), atan2(1.0, -1.0)
  print *, sinh(1.0), cosh(1.0), tanh(0.5_dp)
  print *, real(z), aimag(z), conjg(z), z * z, z / (1.0, 1.0), sqrt(z), exp(z)
  print *, huge(1), huge(1.0), tiny(1.0), epsilon(1.0_dp), huge(1_8)
  print *, digits(1.0), precision(d), range(1), radix(1), maxexponent(1.0), minexponent(1d0)
  print *, iand(12, 10), ior(12, 10), ieor(12, 10), not(0), ishft(1, 4), ishft(256, -4), ishftc(3, 1, 4)
  print *, btest(5, 2), ibset(0, 3), ibclr(15, 0), ibits(255, 2, 3), popcnt(255), leadz(1), trailz(8)
  print *, gamma(5.0), erf(0.5), bessel_j0(1.0), hypot(3.0, 4.0)
  print *, exponent(8.0), fraction(8.0), scale(1.0, 3), spacing(1.0), nearest(1.0, 1.0)
  print *, selected_int_kind(9), selected_real_kind(15), kind(1.0), kind(1_8)
  print *, 2**10, 2.0**0.5, (-2)**3, 2**(-1), 10_8**10, z**2
  print *, merge(1, 2, .true.), transfer(1.0, 1), real(1, dp) / 3, cmplx(1, 2), dble(1.1)
  print *, norm2([3.0, 4.0]), (i, i = 1, 3)
  print *, 7 / 2, -7 / 2, 7.0 / 2, 1 / 3.0
  print *, .true. .and. .false., .true. .or. .false., .not. .true., .true. .eqv. .false., .true. .neqv. .false.
end program
