! VALUE objects with allocatable components: the procedure changes only its own copy. GNU Fortran 12 shares the components
! and fails with an internal error, so the output was written by hand.
module m
 type t
  integer :: i = 3
  integer, allocatable :: a(:)
 end type
 type u
  type(t) :: x
  character(:), allocatable :: c
 end type
contains
 subroutine v3(x)
  type(t), value :: x
  x%i = 99
  if (allocated(x%a)) x%a = -1
  print *, x%i
 end subroutine
 subroutine v5(x)
  type(t), value :: x
  deallocate (x%a)
  allocate (x%a(5), source=7)
  print *, x%a
 end subroutine
 subroutine v6(x)
  type(u), value :: x
  x%c = 'changed'
  x%x%a(1) = 55
 end subroutine
 subroutine v7(x, y)
  type(u), value :: x
  type(u), value, optional :: y
  x%c = 'changed'
  x%x%a(1) = 55
  if (present(y)) y%x%a = 0
 end subroutine
 subroutine v8(x)
  class(t), value :: x
  x%a = -2
 end subroutine
end module
program p
 use m
 type(t) :: x
 type(u) :: y
 x%a = [1,2,3]
 call v3(x); print *, x%i, x%a
 call v3(t(4, [1,2]))
 call v5(x); print *, x%a
 y%x = x
 y%c = 'original'
 call v6(y); print *, y%x%a, y%c
 call v7(y); print *, y%x%a, y%c
 call v7(y, y); print *, y%x%a, y%c
 call v8(x); print *, x%a
 call v8(y%x); print *, y%x%a
end program
