! Integers of all kinds: ranges, literals, mixed arithmetic, division, bits, conversion, overflow by wrapping.
program integers
  use iso_fortran_env
  implicit none
  integer(int8) :: a
  integer(int16) :: b
  integer(int32) :: c
  integer(int64) :: d
  integer, parameter :: wide = selected_int_kind(15)
  integer(wide) :: e
  print *, huge(a), huge(b), huge(c), huge(d), range(a), range(d)
  a = 127_int8
  b = a*2_int16
  c = b*1000
  d = c*100000_int64
  print *, a, b, c, d
  a = int(100, int8)
  print *, a, int(z'FF', int16), int(b'1010'), int(o'17')
  e = 10_wide**15
  print *, e, e/7, mod(e, 7_wide), kind(e), kind(a + d), kind(a*b)
  print *, 7/2, -7/2, 7/(-2), mod(-7, 2), modulo(-7, 2), 2**30, (-3)**3, 5**0
  print *, ishft(1_int64, 40), ibits(int(z'ABCD'), 4, 8), ior(1_int8, 64_int8), not(0_int16), ieor(12_8, 5_8)
  print *, popcnt(huge(d)), leadz(1_int16), trailz(0_int8), bit_size(d), storage_size(b)
  print *, int(3.99), int(-3.99, int64), nint(1e9), real(d), dble(c), int(2.5d9, int64)
  print '(i0,1x,i5.3,1x,z8,1x,b10.8,1x,o6)', d, 7, 255, 37, 64
  print *, max(1_int64, 2_int64), min(a, 5_int8), abs(-5_int16), sign(3_int8, -1_int8), dim(2_int64, 5_int64)
  do a = 125_int8, 126_int8
    print *, a
  end do
end program
