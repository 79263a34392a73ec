! Numeric intrinsics and model numbers: rounding, remainders, parts, kinds, extremes.
program numeric_intrinsics
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: i
  real(real64) :: d
  print *, abs(-3), abs(-2.5), abs((3., 4.)), sign(3, -1), dim(5, 3), dim(3., 5.)
  print *, int(-2.7), nint(2.5), nint(-2.5), floor(-2.1), ceiling(-2.1), aint(-2.7), anint(2.5)
  print *, mod(-7, 3), modulo(-7, 3), mod(7, -3), modulo(7, -3), mod(-7.5, 2.), modulo(-7.5, 2.)
  print *, max(1, 5, 3), min(2., 1., 3.), max(1.5d0, 2.5d0)
  print *, real(7)/2, 7/2, dble(1)/3, real(1, real64)/3
  print *, cmplx(1, 2), conjg((1., 2.)), aimag((1., 2.)), real((1., 2.)), (1., 2.)*(3., -1.)
  print *, huge(1), huge(1_int64), huge(1_int8), tiny(1.), epsilon(1.), epsilon(1d0)
  print *, digits(1.), digits(1d0), precision(1d0), range(1), range(1d0), maxexponent(1.), minexponent(1d0), radix(1)
  print *, exponent(10.), fraction(10.), scale(1., 4), set_exponent(1., 3), nearest(1., 1.) > 1, spacing(1.)
  print *, selected_int_kind(9), selected_int_kind(18), selected_real_kind(6), selected_real_kind(15, 307)
  print *, 2**10, 2**(-1), (-2)**3, 2.**0.5, 0**0, 10.**(-2), 4d0**1.5d0
  print *, iand(12, 10), ior(12, 10), ieor(12, 10), not(0), ishft(1, 4), ishft(-1, -28), ishftc(5, 1, 3)
  print *, ibset(0, 3), ibclr(15, 0), ibits(255, 2, 3), btest(8, 3), popcnt(255), leadz(1), trailz(8), poppar(7)
  print *, shiftl(1, 5), shiftr(-1, 28), shifta(-16, 2), maskl(4), maskr(4), merge_bits(5, 10, 12), dshiftl(1, -1, 4)
  print '(5f10.6)', sin(1d0), cos(1d0), tan(1d0), asin(0.5d0), acos(0.5d0)
  print '(5f10.6)', sinh(1d0), cosh(1d0), tanh(1d0), atan(1d0), atan2(1d0, -1d0)
  print '(5f10.6)', exp(1d0), log(10d0), log10(50d0), sqrt(2d0), hypot(3d0, 4d0)
  print '(5f10.6)', gamma(5.5d0), log_gamma(10d0), erf(0.5d0), erfc(0.5d0), bessel_j0(1d0)
  print '(3f12.6)', asinh(1d0), acosh(2d0), atanh(0.5d0)
  print *, sqrt((-1., 0.)), exp((0., 1.)), log((1., 1.))
  print *, (merge(1, 0, btest(37, i)), i = 5, 0, -1)
  d = 1
  do i = 1, 60
    d = d*2
  end do
  print *, int(d, int64), nint(d, int64), storage_size(1d0), bit_size(1_int16), transfer(1.0, 1)
end program
