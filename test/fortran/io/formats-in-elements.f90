! A format stored in a numeric array starts at an element and continues to the end of the array.
program formats_in_elements
  implicit none
  integer :: fixed(1, 3)
  integer, allocatable :: held(:, :)
  real :: reals(2)
  character(40) :: text
  fixed(1, 1) = 4HXXXX
  fixed(1, 2) = 4H (8I
  fixed(1, 3) = 2H4)
  write (text, fmt=fixed(1, 2)) 1, 2, 3, 4, 5, 6, 7, 8
  print *, text
  call inside(fixed)
  allocate (held(1, 2))
  held(1, 1) = 4H(A4)
  held(1, 2) = 4H(A5)
  write (text, held) 'Hello'
  print *, text
  write (text, held(1, 2)) 'Hello'
  print *, text
  reals(1) = 4H(2F5
  reals(2) = 4H.2) 
  write (text, reals(1)) 1.5, 2.25
  print *, text
contains
  subroutine inside(a)
    integer, intent(in) :: a(1, 3)
    character(40) :: line
    write (line, fmt=a(1, 2)) 8, 7, 6
    print *, line
  end subroutine
end program
