! Implied DO in constructors, DATA and lists: nested, with strides, over sections and expressions.
program implied_do
  implicit none
  integer :: i, j, k, a(3, 3), b(5), t(6)
  real :: x(4)
  logical :: l(4)
  character(2) :: c(3)
  data ((a(i, j), j = 1, 3), i = 1, 3) /1, 2, 3, 4, 5, 6, 7, 8, 9/
  data (b(i), i = 1, 5, 2) /3*7/, (b(i), i = 2, 4, 2) /2*-1/
  data x /2*1.5, 2*-0.5/, (l(i), i = 1, 4) /2*.true., 2*.false./, c /'aa', 2*'bb'/
  print *, a, b
  print *, x, l, c
  print *, ((a(i, j), i = j, 3), j = 1, 3)
  print '(3(i2,":",i2,1x))', (i, i**2, i = 1, 3)
  t = [(i, i = 1, 3), (10*i, i = 3, 1, -1)]
  print *, t, [((i + j, i = 1, 2), j = 1, 2)], [(sum([(k, k = 1, i)]), i = 1, 4)]
  print *, [(a(i, :), i = 1, 3)], [(a(:, i)*i, i = 2, 3)]
  print *, [(merge('x', 'y', mod(i, 2) == 0), i = 1, 4)], [(repeat('z', 2), i = 1, 2)]
  write (*, '(a)', advance='no') (c(i), ',', i = 1, 3)
  print *
end program
