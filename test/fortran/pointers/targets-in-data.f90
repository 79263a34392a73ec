! DATA of pointers, alone and in structures: a target, or none (F2018 8.6.7, R843). gfortran 12 does not accept arrays here.
program main
integer, target, save :: a(2) = [5, 6]
integer, pointer :: p(:), q(:,:)
type t
  integer, pointer :: r(:)
end type
type(t) :: x
data p /a/, q /null()/
data x%r /a/
print *, p, associated(q), associated(p, a), x%r
end program
