! What is printed before ERROR STOP stays, what follows is not reached.
program stop_code
  implicit none
  integer :: i
  do i = 1, 3
    print *, i
    if (i == 2) error stop 4
  end do
  print *, 'not reached'
end program
