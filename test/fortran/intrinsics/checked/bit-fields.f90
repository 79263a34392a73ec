! Bit intrinsics for all integer kinds: fields, shifts, rotations, comparisons as unsigned, masks, counts, BOZ constants.
program bit_fields
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64
  implicit none
  integer :: i, j, k(5) = [0, 1, -1, 12, huge(0)]
  integer(int8) :: b
  integer(int16) :: h
  integer(int64) :: w
  i = int(z'F0F0')
  print '(3z9.8)', iand(i, int(z'FF00')), ior(i, int(b'1111')), ieor(i, int(o'177777'))
  print *, not(0), not(k), ibits(i, 4, 8), ibits(-1, 0, 31), ibits(i, 3, 0)
  print *, ibset(0, 31), ibclr(-1, 0), btest(i, [3, 4, 12, 20]), ibset(8, [0, 1, 3])
  print *, ishft(1, 31), ishft(-1, -31), ishft(5, 0), ishft(7, 32), ishft(7, -32), ishft([1, 2, 3], [3, 2, 1])
  print *, ishftc(1, -1), ishftc(int(z'12345678'), 8) == int(z'34567812'), ishftc(6, 1, 3), ishftc(6, -1, 3)
  print *, shiftl(3, 4), shiftr(-16, 2), shifta(-16, 2), shifta(16, 2), shiftl(1, 32) == 0
  print *, dshiftl(1, 0, 4), dshiftr(1, 0, 4), merge_bits(10, 5, 12)
  print *, bge(-1, 1), bgt(1, -1), ble(0, -1), blt(-2, -1)
  print *, maskl(3), maskr(3), maskl(0), maskr(32), maskl(8, int64), maskr(40, int64)
  print *, popcnt(k), poppar(k), leadz(k), trailz(k)
  b = int(z'7F', int8)
  h = -1_int16
  w = 2_int64**40 + 3
  print *, bit_size(b), bit_size(h), bit_size(i), bit_size(w), ibset(b, 7), ishftc(b, 1), not(b), popcnt(h), leadz(b)
  print *, ibits(w, 38, 4), popcnt(w), leadz(w), trailz(w - 3), shiftr(w, 39), btest(w, 40), ishft(h, -8), shifta(h, 8)
  w = 0
  call mvbits(255_int64, 2, 4, w, 32)
  print *, w, ibits(w, 32, 8)
  j = 0
  call mvbits(i, 4, 8, j, 0)
  call mvbits(j, 0, 4, j, 8)
  print '(b0, 1x, o0, 1x, z0)', j, j, j
  print '(b8.8, 1x, z2.2, 1x, z16.16, 1x, z4)', b, b, int(z'0123456789ABCDEF', int64), h
  print *, transfer(1., 0), transfer(1078530011, 1.) > 3.14159, transfer([1_int16, 2_int16], 0)
  print *, iand(int(12_int8), 10), ior(2_int64, 5_int64), [(ieor(i, j), i=1, 3)] == [(ieor(j, i), i=1, 3)]
  print *, gray([0, 1, 2, 3, 4, 5, 6, 7]), reverse(1), reverse(int(z'0F')), crc('haze')
contains
  elemental integer function gray(n)
    integer, intent(in) :: n
    gray = ieor(n, shiftr(n, 1))
  end function
  elemental integer function reverse(n)
    integer, intent(in) :: n
    integer :: p
    reverse = 0
    do p = 0, 31
      if (btest(n, p)) reverse = ibset(reverse, 31 - p)
    end do
  end function
  integer function crc(text)
    character(*), intent(in) :: text
    integer :: p, bit
    crc = -1
    do p = 1, len(text)
      crc = ieor(crc, iachar(text(p:p)))
      do bit = 1, 8
        crc = merge(ieor(shiftr(crc, 1), not(int(z'12477CDF'))), shiftr(crc, 1), btest(crc, 0))
      end do
    end do
    crc = not(crc)
  end function
end program
