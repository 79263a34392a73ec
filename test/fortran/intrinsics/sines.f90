! Sines, cosines and tangents to the last digit: small and large angles, near multiples of a quarter turn, and of complex numbers.
program sines
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp), parameter :: quarter = 1.57079632679489661923_dp
  real(dp) :: x
  complex(dp) :: z
  integer :: i
  do i = 1, 60
    x = 0.0131_dp * i
    print '(2es24.16, es22.14)', sin(x), cos(x), tan(x)
    x = 0.731_dp * i - 20
    print '(2es24.16, es22.14)', sin(x), cos(x), tan(x)
    x = -1.33_dp**min(i, 45)
    print '(2es24.16, es22.14)', sin(x), cos(x), tan(x)
  end do
  do i = -9, 9
    x = i * quarter
    print *, sin(x), cos(x), sin(x / 2), cos(x / 2), tan(x / 2)
    print *, sin(x * 1001), cos(x * 1001)
  end do
  do i = 1, 20
    z = cmplx(0.21_dp * i - 2, 1.9_dp - 0.17_dp * i, dp)
    print *, exp(z), exp((0, 1) * 0.31_dp * i)
    print '(4f20.14)', sin(z), cos(z)
  end do
  ! Arguments passed to the library: zeros, tiny and huge angles.
  x = 0
  print *, sin(x), sin(-x), cos(x), tan(-x), sin(1e-300_dp + x), tan(1e-9_dp + x), cos(1e-9_dp + x)
  print *, sin(1e22_dp + x), cos(1e22_dp + x), sin(6e5_dp + x), cos(6e5_dp + x)
  print *, exp(cmplx(x, x, dp)), exp(cmplx(1, x, dp)), sin(cmplx(x, 2, dp)), cos(cmplx(x, 30, dp))
end program sines
