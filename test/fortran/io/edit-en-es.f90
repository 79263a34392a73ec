! EN and ES editing, including carries into the next power.
program edit_en_es
  implicit none
  real(8) :: x(9) = [0d0, 1d0, -12.5d0, 999.9996d0, 999999.5d0, 1d-4, 5.5d-9, 1d120, -9.9999999d-1]
  integer :: i
  do i = 1, 9
    print '(en14.3,es14.3,en16.2e3,es16.6e4,es12.0,en12.0)', x(i), x(i), x(i), x(i), x(i), x(i)
  end do
  print '(en12.2,en10.1,en9.1)', 123456.0, 99.96, 999.96
  print '(es8.2,es7.2,es9.2)', 1.0, 1.0, -1.0
  print '(en0.2,1x,es0.2,1x,es0.3e3)', 12345.0, 12345.0, 12345.0
  print '(3p,en12.3,es12.3)', 12345.0, 12345.0
end program
