program interop
  use iso_c_binding
  use iso_fortran_env, only: int64, real64, output_unit
  implicit none
  interface
    function c_strlen(s) bind(c, name='strlen') result(n)
      import :: c_size_t, c_char
      character(kind=c_char), intent(in) :: s(*)
      integer(c_size_t) :: n
    end function
    function c_abs(i) bind(c, name='abs') result(r)
      import :: c_int
      integer(c_int), value :: i
      integer(c_int) :: r
    end function
  end interface
  type, bind(c) :: pair
    integer(c_int) :: a
    real(c_double) :: b
  end type
  type(pair), target :: p
  type(c_ptr) :: ptr
  type(pair), pointer :: q
  integer, target :: arr(4) = [1, 2, 3, 4]
  integer, pointer :: view(:)
  print *, int(c_strlen('hello' // c_null_char))
  print *, c_abs(-5_c_int)
  p = pair(3, 2.5d0)
  ptr = c_loc(p)
  call c_f_pointer(ptr, q)
  q%a = 10
  print *, p%a, p%b, c_associated(ptr), c_associated(c_null_ptr)
  call c_f_pointer(c_loc(arr), view, [4])
  view(2) = 20
  print *, arr
  write (output_unit, *) 5_int64, 1.5_real64
end program
