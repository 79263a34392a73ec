! The program's own C procedures: VALUE and reference arguments, arrays with sizes, callbacks through C pointers.
module c_procedures
  use iso_c_binding
  implicit none
  abstract interface
    integer(c_int) function c_callback(x) bind(c)
      import :: c_int
      integer(c_int), value :: x
    end function
  end interface
contains
  real(c_double) function norm(v, n) bind(c, name='vector_norm')
    integer(c_int), value :: n
    real(c_double), intent(in) :: v(n)
    norm = sqrt(sum(v**2))
  end function
  subroutine apply_all(v, n, f) bind(c)
    integer(c_int), value :: n
    integer(c_int), intent(inout) :: v(n)
    type(c_funptr), value :: f
    procedure(c_callback), pointer :: p
    integer :: i
    call c_f_procpointer(f, p)
    do i = 1, n
      v(i) = p(v(i))
    end do
  end subroutine
  integer(c_int) function triple(x) bind(c)
    integer(c_int), value :: x
    triple = 3*x
  end function
  integer(c_int) function plus_one(x) bind(c)
    integer(c_int), value :: x
    x = x + 1
    plus_one = x
  end function
end module
program c_procedure_calls
  use c_procedures
  implicit none
  integer(c_int) :: v(3) = [1, 2, 3], k = 5
  print *, norm([3d0, 4d0], 2_c_int), plus_one(k), k
  call apply_all(v, 3_c_int, c_funloc(triple))
  call apply_all(v(2:), 2_c_int, c_funloc(plus_one))
  print *, v
end program
