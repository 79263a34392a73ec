! C_F_POINTER to characters with a length: a scalar and an array.
program main
use iso_c_binding
character(5), target :: s = 'hello'
character(5), pointer :: p
character(5), pointer :: q(:)
character(5), target :: t(2) = ['abcde','fghij']
type(c_ptr) :: c
c = c_loc(s)
call c_f_pointer(c, p)
print *, p
call c_f_pointer(c_loc(t), q, [2])
print *, q(2)
end program
