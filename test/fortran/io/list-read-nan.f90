! NaN with characters in parentheses, alone and as part of a complex number.
program list_read_nan
  implicit none
  character(40) :: text
  complex :: z
  real :: r, s
  integer :: ios
  text = '(NAN(0x111),1.5)'
  read (text, *) z
  print *, z /= z, aimag(z)
  text = '(2.5,-NaN(123)) 3'
  read (text, *) z, r
  print *, real(z), aimag(z) /= aimag(z), r
  text = 'nan(0x7) 4'
  read (text, *) r, s
  print *, r /= r, s
  text = '(1.0,2.0))'
  read (text, *, iostat=ios) z
  print *, ios > 0
end program
