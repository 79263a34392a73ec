! TRANSFER, views by pointers without EQUIVALENCE, C strings, byte order, packing of records into integers.
program buffers
  use iso_c_binding
  use iso_fortran_env, only: int8, int16, int32
  implicit none
  integer(int8) :: bytes(4)
  integer(int32) :: word
  real :: x
  character(4) :: c
  integer(int32), target :: words(3) = [1, 256, 65536]
  integer(int8), pointer :: view(:)
  bytes = transfer(16909060_int32, bytes)
  print *, bytes, transfer(bytes, 0_int32)
  print *, merge('little', 'big   ', bytes(1) == 4)
  call c_f_pointer(c_loc(words), view, [12])
  print *, view
  view(1) = 5_int8
  print *, words(1)
  c = transfer([int(z'64636261', int32)], c)
  print *, c, transfer('wxyz', word) == transfer('wxyz', word)
  x = transfer(int(z'40490FDB', int32), x)
  print '(f8.5)', x
  word = ior(ishft(3, 16), 7)
  print *, ishft(word, -16), iand(word, 65535), size(transfer([1d0, 2d0], [0_int16]))
  print *, c_string('abc' // c_null_char // 'junk')
contains
  function c_string(s) result(t)
    character(*), intent(in) :: s
    character(:), allocatable :: t
    t = s(:index(s, c_null_char) - 1)
  end function
end program
