! Format errors are reported before the end of the file; E0 with an exponent width.
program p
  implicit none
  character(32) :: text
  integer :: i, state
  real :: x = 555.25
  open (10, status='scratch')
  text = '(1pf0.15)'
  read (10, text, iostat=state) x
  print *, state
  read (10, '(i4)', iostat=state) i
  print *, state
  write (text, '(e0.10e3)') 0.00314_4
  print *, text
  write (text, '(e0.10)') 0.00314_4
  print *, text
end program
