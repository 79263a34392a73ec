! Bit intrinsics on several kinds, MVBITS, TRANSFER, shifts, logical reductions, BOZ input and output.
program bits
  implicit none
  integer :: i, a = 10, word
  integer(8) :: w
  real :: x
  character(4) :: c
  integer :: parts(2)
  print '(b8.8,1x,z4.4,1x,o5)', a, 255, 64
  do i = 0, 3
    print *, i, btest(a, i), ibset(a, i), ibclr(a, i)
  end do
  word = 0
  call mvbits(a, 1, 3, word, 4)
  print *, word, ibits(word, 4, 3)
  print *, ishft(a, 2), ishft(a, -2), ishftc(a, 1, 4), ishftc(a, -1, 4), shiftl(3, 4), shiftr(-8, 1), shifta(-8, 1)
  print *, iand(a, 6), ior(a, 5), ieor(a, 15), not(a), iand([1, 2, 3], 2)
  print *, popcnt([0, 1, 255, -1]), poppar([1, 3, 7]), leadz(256), trailz(256)
  print *, bge(1, -1), blt(1, -1), maskl(3_8) /= 0, maskr(3), merge_bits(int(z'F0'), int(z'0F'), int(z'3C'))
  print *, dshiftr(1, 0, 1), dshiftl(0, -1, 4)
  w = ibset(0_8, 40)
  print *, w, trailz(w), bit_size(w), popcnt(w - 1)
  x = transfer(int(z'3F800000'), x)
  c = transfer(1684234849, c)
  parts = transfer([1_8, 2_8], parts, 2)
  print *, x, c, parts(1), transfer(c, 0), size(transfer(1d0, [0]))
  c = '1011'
  read (c, '(z4)') i
  read (c, '(b4)') word
  print *, i
  print *, word
  print *, iall([15, 7, 3]), iany([1, 2, 4]), iparity([1, 2, 3])
end program
