! G editing: the switch between F and E form at every power of ten, other types, G0.
program edit_g
  implicit none
  real :: x
  integer :: i
  x = 1.2345678e-3
  do i = 1, 12
    print '(g12.4,g14.5e3,g0,1x,g0.3,1x,1p,g12.4)', x, x, x, x, x
    x = x*10
  end do
  print '(4g10.3)', 0.09999, 0.099951, 999.4, 999.6
  print '(g10.3,g10.1,g10.0e2)', 0.0, 0.5
  print '(g0,g0,g0)', 12, .false., 'ab'
  print '(5(g0,","))', 1, 2.5d0, (1.0,-1.0), 'z'
  print '(g25.17)', 1d0/3, 1d17, 1d-2
end program
