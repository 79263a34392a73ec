! iso_c_binding: kinds, pointers, structures, strings with terminators, procedures as pointers.
module c_side
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: pair
    integer(c_int) :: n
    real(c_double) :: x
  end type
  interface
    integer(c_size_t) function c_strlen(s) bind(c, name='strlen')
      import :: c_ptr, c_size_t
      type(c_ptr), value :: s
    end function
    real(c_double) function c_cos(x) bind(c, name='cos')
      import :: c_double
      real(c_double), value :: x
    end function
    integer(c_int) function c_abs(i) bind(c, name='abs')
      import :: c_int
      integer(c_int), value :: i
    end function
  end interface
contains
  function twice(p) result(q) bind(c)
    type(pair), intent(in) :: p
    type(pair) :: q
    q = pair(2*p%n, 2*p%x)
  end function
  integer(c_int) function add(a, b) bind(c, name='add_two')
    integer(c_int), value :: a, b
    add = a + b
  end function
end module
program c_types
  use c_side
  implicit none
  character(kind=c_char, len=6), target :: text = 'hello' // c_null_char
  integer(c_int), target :: v(4) = [1, 2, 3, 4]
  integer(c_int), pointer :: w(:), m(:, :), s
  type(pair), target :: p = pair(3, 1.5d0)
  type(pair), pointer :: q
  type(c_ptr) :: address
  type(c_funptr) :: f
  procedure(add), pointer :: fp
  print *, int(c_strlen(c_loc(text))), c_cos(0d0), c_abs(-7_c_int)
  address = c_loc(v)
  call c_f_pointer(address, w, [4])
  call c_f_pointer(address, m, [2, 2])
  w(2) = 20
  print *, v, m(2, 1), shape(m), c_associated(address), c_associated(address, c_loc(v(1)))
  call c_f_pointer(c_loc(v(3)), s)
  print *, s, c_associated(c_null_ptr)
  call c_f_pointer(c_loc(p), q)
  q%n = 9
  print *, p%n, p%x, twice(p)
  f = c_funloc(add)
  call c_f_procpointer(f, fp)
  print *, fp(2, 3), add(4, 5), int(c_sizeof(1_c_int)), int(c_sizeof(p%x)), c_int == kind(1), c_double == kind(1d0)
  print *, ichar(c_null_char), ichar(c_new_line), c_float, c_int64_t, c_bool, c_short
end program
