! NAMELIST output of every type; its own output read back.
program namelist_types
  implicit none
  integer(1) :: a = 1
  integer(8) :: b = -2
  real :: x = 2.5, y(3) = [1.0, 1.0, 2.0]
  real(8) :: d = 1d0/3
  complex :: z = (1.0, -1.0)
  logical :: l = .true., m(4) = .false.
  character(5) :: c = 'it''s', e(2) = ['"a" ', 'b   ']
  namelist /all/ a, b, x, y, d, z, l, m, c, e
  character(200) :: lines(20)
  write (*, all)
  write (lines, all)
  a = 0; b = 0; x = 0; y = 0; d = 0; z = 0; l = .false.; m = .true.; c = ''; e = ''
  read (lines, all)
  print *, a, b, x, y, d, z, l, m, c, e
end program
