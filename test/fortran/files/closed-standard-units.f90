! CLOSE ends the connection of units 0 and 5, which are preconnected.
program p
  logical :: is_open, exists
  integer :: n
  inquire (5, opened=is_open, number=n)
  print *, is_open, n
  close (5)
  inquire (5, opened=is_open, number=n)
  print *, is_open, n
  close (0)
  inquire (unit=0, opened=is_open, exist=exists)
  print *, is_open, exists
end program
