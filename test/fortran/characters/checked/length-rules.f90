! Lengths: padding, truncation, assumed, starred, explicit in functions, comparison of unequal lengths, concatenation.
program length_rules
  implicit none
  character(3) :: a = 'abcdef'
  character(6) :: b = 'xy'
  character :: c = 'long'
  character(*), parameter :: d = 'constant'
  character(2), dimension(2) :: e = ['p', 'q']
  a = 'z'
  b(2:4) = 'ABCD'
  print *, '[', a, '][', b, '][', c, '][', d, '][', e, ']'
  print *, len(a // b), len(d(3:)), len(trim(b) // c), len([a, a]), len(half('12345678'))
  print *, a == 'z  ', 'z' == 'z ', 'a' < 'ab', '' < ' ', 'Z' > 'A'
  print *, half('abcdefgh'), starred('four'), b(6:5) == '', len(b(6:5))
  call fill(b)
  print *, b
  call fill(b(2:3))
  print *, b, index(b, '*')
contains
  function half(s) result(h)
    character(*), intent(in) :: s
    character(len(s)/2) :: h
    h = s
  end function
  character(7) function starred(s)
    character(*), intent(in) :: s
    starred = '*' // s // '*'
  end function
  subroutine fill(s)
    character(*), intent(out) :: s
    s = repeat('*', 100)
  end subroutine
end program
