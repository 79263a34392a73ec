! NAMELIST input: order, comments, repeats, nulls, sections, substrings, several groups, both ways to end a group.
program namelist_input
  implicit none
  integer :: i, j, k(10), m(2, 3)
  real :: x
  character(12) :: s
  logical :: l
  namelist /one/ i, j, k, m
  namelist /two/ x, s, l
  i = 0; j = 0; k = -1; m = -1
  read (*, one)
  print *, i, j
  print *, k
  print *, m
  x = 0; s = 'abcdefghijkl'; l = .false.
  read (*, two)
  print *, x, s, l
  read (*, nml=one)
  print *, i, j, k
  read (*, nml=two)
  print *, x, s, l
end program
