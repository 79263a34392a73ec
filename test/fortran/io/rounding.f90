! RU, RD, RZ, RN, RC and ROUND=: directed rounding of F, E and list-directed output.
program rounding
  implicit none
  real(8) :: x(6) = [1.25d0, -1.25d0, 1.35d0, 0.05d0, 99.96d0, -0.001d0]
  integer :: i
  do i = 1, 6
    print '(ru,f7.1,rd,f7.1,rz,f7.1,rn,f7.1,rc,f7.1,rp,f7.1)', x(i), x(i), x(i), x(i), x(i), x(i)
    print '(ru,e9.1,rd,e9.1,rz,e9.1,rn,e9.1,rc,e9.1)', x(i), x(i), x(i), x(i), x(i)
  end do
  write (*, '(f6.1)', round='up') 0.01
  write (*, '(f6.1)', round='down') 0.09
  write (*, '(2f6.0)', round='compatible') 2.5, -2.5
  write (*, '(2f6.0)', round='nearest') 2.5, -2.5
end program
