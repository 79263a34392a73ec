! flags: -fcoarray=single
! Rank and corank of fifteen together.
program high_ranks
  implicit none
  type t
    integer, allocatable :: v(:, :, :, :, :, :, :, :)[:]
  end type
  integer, save :: a(2, 1, 1, 1, 1, 1, 1, 1, 3)[2:3, 4:4, 1, 1, 7, *]
  integer, allocatable :: b(:, :, :, :, :, :, :, :, :, :, :, :, :, :)[:]
  type(t) :: x
  integer :: i
  a = reshape([(i, i = 1, 6)], shape(a))
  print *, lcobound(a), shape(a), a(2, 1, 1, 1, 1, 1, 1, 1, :)[2, 4, 1, 1, 7, 1]
  allocate(b(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2)[0:*], source=9)
  print *, b(:, :, :, :, :, :, :, :, :, :, :, :, :, 2)[0], lcobound(b), size(b)
  allocate(x%v(1, 1, 2, 1, 1, 1, 1, 1)[*])
  x%v = 3
  print *, x%v(:, :, :, :, :, :, :, :)[1], this_image()
end program
