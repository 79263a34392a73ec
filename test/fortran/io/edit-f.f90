! F editing in three kinds: rounding, zero width, overflow, leading zeros, specials.
program edit_f
  implicit none
  real :: x(7) = [0.0, -0.0, 0.5, -0.25, 99.995, 1e10, 1e-10]
  real(8) :: y(5) = [1d0/3, 2d0/3, -1d15, 0.125d0, 1d-3]
  real(16) :: z = 1.0_16/7
  real :: inf, zero = 0
  integer :: i
  inf = 1/zero
  do i = 1, 7
    print '(f8.2,f8.0,f0.3,a,f6.3,f3.1,f2.1)', x(i), x(i), x(i), '|', x(i), x(i), x(i)
  end do
  do i = 1, 5
    print '(f25.17,f0.1,a,f20.0)', y(i), y(i), '|', y(i)
  end do
  print '(f40.33)', z
  print '(f10.2,f3.1,f4.1,f12.1,f0.1,sp,f10.2,f12.2)', inf, inf, -inf, -inf, inf, inf, inf
  print '(f10.2,f2.1,f0.1)', inf - inf, inf - inf, inf - inf
  print '(f5.1,f5.1,f5.1,f5.1)', 0.05, 0.15, 0.25, 0.35
  print '(f4.0,f4.0,f4.0,f4.0)', 0.5, 1.5, 2.5, 3.5
  print '(2p,f8.2,-2p,f10.4,0p,f6.2)', 1.2345, 123.45, 1.2345
  print '(ss,f6.2,sp,f6.2)', 1.5, 1.5
end program
