! Mixed types and kinds in one expression: promotion step by step, comparison, assignment conversions, functions of kinds.
program mixed
  use iso_fortran_env
  implicit none
  integer(int8) :: i1 = 100
  integer(int16) :: i2 = 30000
  integer(int64) :: i8 = 10_int64**12
  real(real32) :: r4 = 0.1
  real(real64) :: r8 = 0.1d0
  complex(real32) :: c4 = (1, 2)
  print *, kind(i1 + i2), kind(i2*i8), kind(i8 + r4), kind(r4*r8), kind(c4 + r8), kind(i1/r4)
  print *, i1 + i2, i8 + i1, r4 + r8, r4 == r8, real(r8, 4) == r4, c4*r8
  i1 = i2/300
  r4 = i8
  r8 = r4
  c4 = i1
  print *, i1, r4, r8, c4
  i2 = nint(2.5 + r8*0)
  i8 = int(1e15, int64)
  print *, i2, i8, 5/2*2.0, 5/2.0*2, 2**3.0, 2.0**3, (-1)**2, 10**(-1), 10.**(-1)
  print *, int(3.999), real(7, real64)/3, 1_int8 + 1_int16, max(1_int64, 2_int64), mod(7_int8, 4_int8)
  print *, 1 == 1.0, 1_int8 == 1_int64, 0.5 == 0.5d0, (1., 0.) == 1, huge(1_int16) + 1
end program
