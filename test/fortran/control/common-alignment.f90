! Numbers in COMMON are aligned to their size: there is a gap between an INTEGER and a following REAL(8).
program common_alignment
  implicit none
  real(8) :: x, y
  integer(2) :: s
  integer :: i, j
  character(3) :: c
  complex(8) :: z
  common /mixed/ i, x, j, y, s, c, z
  i = 1
  x = 2
  j = 3
  y = 4
  s = 5
  c = 'six'
  z = (7, 8)
  call look
end program

subroutine look
  implicit none
  integer :: words(14)
  real(8) :: doubles(7)
  equivalence (words, doubles)
  common /mixed/ words
  print *, words(1), doubles(2), words(5), doubles(4)
  print *, doubles(6:7)
end subroutine
