! EXIT from IF, BLOCK, SELECT, ASSOCIATE and named loops; CYCLE outer; RETURN; STOP with text at the end.
program exits
  implicit none
  integer :: i, j, found(2)
  rows: do i = 1, 4
    columns: do j = 1, 4
      if (j > i) cycle rows
      if (i*j == 6) then
        found = [i, j]
        exit rows
      end if
    end do columns
  end do rows
  print *, found
  choose: select case (i)
  case (1:3)
    if (i == 3) exit choose
    print *, 'not here'
  case default
    print *, 'nor here'
  end select choose
  outer: associate (n => i*2)
    if (n > 5) exit outer
    print *, 'never'
  end associate outer
  test: if (i > 0) then
    if (j > 0) exit test
    print *, 'no'
  end if test
  call leave(3)
  call leave(-3)
  i = 0
  forever: do
    i = i + 1
    do
      if (mod(i, 7) == 0) exit forever
      exit
    end do
  end do forever
  print *, i
  stop 'all done'
contains
  subroutine leave(k)
    integer, intent(in) :: k
    if (k < 0) return
    print *, 'stays', k
  end subroutine
end program
