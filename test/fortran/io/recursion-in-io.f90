! Functions in item lists that write to internal units themselves.
program recursion_in_io
  implicit none
  integer :: i
  print *, text(1), text(22), text(333)
  print '(3a)', text(4)//'-', text(55), trim(text(6))
  write (*, '(a)') (trim(text(i)), i = 9, 11)
contains
  function text(n) result(t)
    integer, intent(in) :: n
    character(6) :: t
    write (t, '(i0)') n
  end function
end program
