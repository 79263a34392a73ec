! Bounds of a substring determine its length in constants, whatever the characters are; substrings of elements of components.
program lengths
  type record
    character(8) :: list(4)
    character(8) :: word
    character(:), allocatable :: text
  end type
  character(8) :: x = ''
  type(record) :: r(2)
  character(*), parameter :: v(*) = [character(len(x(7:))) :: 'a', 'b']
  character(*), parameter :: w(*) = [character(len(x(:3))) :: 'a', 'b']
  integer, parameter :: n(8) = [len(x(7:)), len(x(5:4)), len(x(6:2)), len(r%word(:5)), len(r(:)%list(1)(3:4)), &
    len(r(2)%list(:)(6:)), len(r(1)%text(3:4)), len(r(1)%list(2)(2:))]
  character(len(x(7:))) :: y
  print *, len(v), len(w), n, len(y)
  r(1)%list = 'abcdefgh'
  r(2)%list = '12345678'
  r%word = 'ABCDEFGH'
  print *, '[', r(:)%list(1)(3:4), ']', len(r(:)%list(1)(3:4)), r%word(3:4), r(2)%list(:)(6:)
  r(:)%list(3)(2:3) = ['xy', 'uv']
  print *, r(1)%list(3), r(2)%list(3), r(2)%list(4)
end program
