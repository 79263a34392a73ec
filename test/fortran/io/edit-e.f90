! E and D editing: exponent widths, three-digit exponents, scale factors.
program edit_e
  implicit none
  real :: x(5) = [0.0, 1.0, -12345.678, 1.5e-20, 9.9999e9]
  real(8) :: y(4) = [1d100, -1d-100, 1d-300, 6.02214076d23]
  integer :: i
  do i = 1, 5
    print '(e12.4,e10.2e2,e12.3e1,e14.5e3,d12.4)', x(i), x(i), x(i), x(i), x(i)
  end do
  do i = 1, 4
    print '(e15.6,e15.6e3,d16.8,e12.3e2,e14.4e4)', y(i), y(i), y(i), y(i), y(i)
  end do
  print '(1p,e12.4,e12.4e3,d12.4)', 123.456, 123.456, 123.456d0
  print '(2p,e12.4,-1p,e12.4,-3p,e12.4,3p,e12.4)', 123.456, 123.456, 123.456, 123.456
  print '(e8.3,e7.1,e6.1,e9.3)', 1.0, -1.0, -1.0, -1.0
  print '(e0.3,1x,e0.5e2,1x,d0.2)', 1.5, 1.5d10, 1.5d-10
  print '(sp,e12.4,1p,e12.4)', 1.5, 1.5
end program
