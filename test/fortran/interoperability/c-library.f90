! The C library as programs declare it: results omitted, sizes of a different width.
module libc
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine copy_bytes(to, from, n) bind(c, name='memcpy')
      import :: c_ptr, c_size_t
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: n
    end subroutine copy_bytes
    function seconds(where) bind(c, name='time') result(now)
      import :: c_ptr, c_int
      type(c_ptr), value :: where
      integer(c_int) :: now
    end function seconds
    function get_memory(n) bind(c, name='malloc') result(p)
      import :: c_ptr, c_int64_t
      integer(c_int64_t), value :: n
      type(c_ptr) :: p
    end function get_memory
    subroutine give_back(p) bind(c, name='free')
      import :: c_ptr
      type(c_ptr), value :: p
    end subroutine give_back
    integer(c_int) function absolute(i) bind(c, name='abs')
      import :: c_int
      integer(c_int), value :: i
    end function absolute
    integer(c_int64_t) function length_of(text) bind(c, name='strlen')
      import :: c_char, c_int64_t
      character(kind=c_char), intent(in) :: text(*)
    end function length_of
  end interface
end module libc

program c_library
  use libc
  implicit none
  real(c_double), target :: from(3) = [1.5d0, 2.5d0, 3.5d0]
  real(c_double), pointer :: to(:)
  type(c_ptr) :: p
  complex :: z
  real :: big

  p = get_memory(24_8)
  call copy_bytes(p, c_loc(from), c_sizeof(from))
  call c_f_pointer(p, to, [3])
  print *, to, c_sizeof(from)
  call give_back(p)
  print *, seconds(c_null_ptr) > 1000000, absolute(-4), length_of('seven77'//c_null_char)

  ! A complex infinity is printed with its short name.
  big = huge(big)
  z = cmplx(2.0, -big * 10.0)
  print *, z, cmplx(big * 10.0, 1.0, 8)
end program c_library
