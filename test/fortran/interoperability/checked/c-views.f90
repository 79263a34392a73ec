! iso_c_binding: pointers to C and back, shapes, C strings, BIND(C) structures and functions through procedure pointers.
module c_side
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: pair
    integer(c_int) :: key
    real(c_double) :: value
  end type
  type, bind(c) :: packet
    character(c_char) :: tag(4)
    type(pair) :: body(2)
    type(c_ptr) :: more
    type(c_funptr) :: handler
  end type
  abstract interface
    integer(c_int) function compare(a, b) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: a, b
    end function
    real(c_double) function unary(x) bind(c)
      import :: c_double
      real(c_double), value :: x
    end function
  end interface
  interface
    function c_strlen(s) bind(c, name='strlen')
      import :: c_ptr, c_size_t
      type(c_ptr), value :: s
      integer(c_size_t) :: c_strlen
    end function
    subroutine c_qsort(base, n, size, order) bind(c, name='qsort')
      import :: c_ptr, c_size_t, c_funptr
      type(c_ptr), value :: base
      integer(c_size_t), value :: n, size
      type(c_funptr), value :: order
    end subroutine
    integer(c_int) function c_abs(k) bind(c, name='abs')
      import :: c_int
      integer(c_int), value :: k
    end function
  end interface
contains
  integer(c_int) function descending(a, b) bind(c)
    type(c_ptr), value :: a, b
    type(pair), pointer :: p, q
    call c_f_pointer(a, p)
    call c_f_pointer(b, q)
    descending = q%key - p%key
  end function
  real(c_double) function half(x) bind(c, name='half_of')
    real(c_double), value :: x
    half = x/2
    x = 0
  end function
end module
program c_views
  use c_side
  implicit none
  type(pair), target :: list(4)
  type(packet), target :: one
  type(packet), pointer :: seen
  real(c_double), target :: grid(6) = [1, 2, 3, 4, 5, 6]
  real(c_double), pointer :: m(:, :), v(:)
  character(kind=c_char), target :: text(12) = transfer('hello, C'//c_null_char//'xyz', ['a'])
  character(kind=c_char), pointer :: chars(:)
  procedure(unary), pointer :: f
  type(c_ptr) :: p
  integer :: i
  list%key = [3, 9, -2, 5]
  list%value = [(i*1.5d0, i=1, 4)]
  call c_qsort(c_loc(list), size(list, kind=c_size_t), c_sizeof(list(1)), c_funloc(descending))
  print *, list%key, list%value
  print *, int(c_strlen(c_loc(text))), c_abs(-17_c_int)
  call c_f_pointer(c_loc(text), chars, [int(c_strlen(c_loc(text)))])
  print *, size(chars), chars
  p = c_loc(grid)
  call c_f_pointer(p, m, [2, 3])
  m(2, :) = -m(2, :)
  print *, grid, shape(m)
  call c_f_pointer(p, v, [3])
  print *, v, c_associated(p, c_loc(grid)), c_associated(c_null_ptr), c_associated(c_loc(v(1)), c_loc(grid(1)))
  one%tag = ['a', 'b', 'c', c_new_line]
  one%body = list(2:3)
  one%more = c_null_ptr
  one%handler = c_funloc(half)
  p = c_loc(one)
  call c_f_pointer(p, seen)
  call c_f_procpointer(seen%handler, f)
  print *, seen%tag(:3), seen%body%key, c_associated(seen%more), c_associated(seen%handler), f(5d0)
  one%more = c_loc(one%body(2))
  block
    type(pair), pointer :: q
    call c_f_pointer(seen%more, q)
    q%key = 1000
  end block
  print *, one%body(2)%key, int([c_sizeof(1_c_short), c_sizeof(grid), c_sizeof(list(1)), c_sizeof(1_c_int8_t)])
  print *, ichar(c_null_char), ichar(c_horizontal_tab), c_int == kind(1), c_double == kind(1d0), c_bool, c_char
end program
