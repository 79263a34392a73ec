! Output before ERROR STOP is preserved; statements after it do not run.
program stop_code
  implicit none
  integer :: i
  do i = 1, 3
    print *, i
    if (i == 2) error stop 4
  end do
  print *, 'not reached'
end program
