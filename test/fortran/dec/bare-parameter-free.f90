! PARAMETER without parentheses in free form, and a variable whose name begins with PARAMETER.
program p
  implicit none
  integer :: parametern, last
  parameter last = 3
  integer :: v(last)
  parametern = 5
  v = parametern
  print *, v, last
end program
