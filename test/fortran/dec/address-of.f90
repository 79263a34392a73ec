! flags: -std=legacy
program address_of
  implicit none
  integer :: x(3), distance
  x = [1, 2, 3]
  distance = %loc(x(3)) - %LOC(x(1))
  print *, distance, %loc(x) == loc(x), %loc(x) /= 0
end program
