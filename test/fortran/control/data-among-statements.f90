! DATA within blocks, comments within a continued constant, names that are keywords of the language, ATAN with a keyword.
program data_among_statements
  implicit none
  integer :: i, a(3, 1), b(3)
  character(20) :: text
  if (size(b) == 3) then
    print *, a(:, 1)
    data (a(i, 1), i = 1, 3) /10, 20, 30/
  else
    data b /1, 2, 3/
  end if
  do i = 1, 2
    data text /'kept'/
    print *, b, text
  end do
  text = 'apples &
    ! not this

    ! nor this
    &and pears'
  print *, text
  text = "a&
!b
c"
  print *, text
  print *, atan(x=1.0), atan(y=1.0, x=2.0), atan(x=2.0, y=1.0)
  print *, integer() + 1, 8 - -3, 2*-3, -2**2 + 5
  print *, (.true. .xor. .false.), (.true. .xor. .true.)
contains
  integer function integer()
    integer function
    function = 5
    integer = function
  end function
end program
