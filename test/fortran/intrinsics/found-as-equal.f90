! FINDLOC compares like == (ISO/IEC 1539-1:2018, 16.9.78), in the common type of both operands; gfortran 12 finds 1.5 among
! integers, so the output is written by hand.
program found_as_equal
  implicit none
  integer :: a(3) = [1, 2, 3]
  real :: b(2) = [1.5, 2.0]
  print '(6i2)', findloc(a, 1.5), findloc(a, 2.0), findloc(b, 2), findloc([1, 2, 3], 2.5), findloc(a, (2.0, 0.0)), findloc(a, (2.0, 1.0))
end program
