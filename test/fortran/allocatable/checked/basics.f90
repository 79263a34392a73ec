! ALLOCATE with STAT=, ERRMSG=, SOURCE=, MOLD=; automatic (re)allocation; DEALLOCATE; MOVE_ALLOC.
program allocatables
  implicit none
  integer, allocatable :: a(:), b(:, :), c(:), s
  real, allocatable :: x(:)
  character(80) :: message
  integer :: status, i
  print *, allocated(a), allocated(s)
  allocate (a(3), source=[1, 2, 3])
  allocate (b(2, 0:2))
  b = 4
  print *, a, b, lbound(b), ubound(b)
  allocate (a(5), stat=status, errmsg=message)
  print *, status /= 0, trim(message)
  a = [a, 4, 5]
  print *, a, size(a)
  a = a(2:4)
  print *, a
  call move_alloc(a, c)
  print *, allocated(a), c
  allocate (x, mold=[1., 2., 3.])
  x = 1.5
  print *, x
  s = 42
  print *, s, allocated(s)
  deallocate (s, c)
  print *, allocated(s), allocated(c)
  deallocate (c, stat=status)
  print *, status /= 0
  a = [(i, i = 1, 0)]
  print *, size(a), allocated(a)
  call grow(a, 4)
  print *, a
  x = filled(3)
  print *, x
  b = reshape([1, 2, 3, 4, 5, 6], [3, 2])
  print *, shape(b)
  call reset(a)
  print *, allocated(a)
contains
  subroutine grow(v, n)
    integer, allocatable, intent(inout) :: v(:)
    integer, intent(in) :: n
    integer :: k
    do k = 1, n
      v = [v, k*k]
    end do
  end subroutine
  function filled(n) result(r)
    integer, intent(in) :: n
    real, allocatable :: r(:)
    allocate (r(n))
    r = n
  end function
  subroutine reset(v)
    integer, allocatable, intent(out) :: v(:)
    print *, allocated(v)
  end subroutine
end program allocatables
