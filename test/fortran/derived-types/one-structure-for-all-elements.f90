! A single structure initialises all elements of a constant array, also in kinds and bounds.
program p
  type t
    integer :: i
    real :: x(2) = 1.5
  end type
  type(t), parameter :: a(2) = t(4)
  type(t), parameter :: b(2,2) = t(8, [1.,2.])
  integer, parameter :: k = a(1)%i + b(2,1)%i
  real(a(2)%i) :: r
  integer :: v(a(1)%i)
  print *, kind(r), k, size(v), a%i, b(1,2)%x
end program
