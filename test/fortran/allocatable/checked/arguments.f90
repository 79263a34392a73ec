! Allocatable dummies and results: INTENT(OUT) deallocates, bounds are passed, resizing in calls, optional arguments.
program allocatable_arguments
  implicit none
  integer, allocatable :: a(:), b(:, :), s
  call make(a, 3)
  print *, a, lbound(a)
  call extend(a, 5)
  print *, a
  call make(a, 1)
  print *, size(a)
  b = table(2, 3)
  print *, b, shape(b)
  call shifted(a)
  print *, lbound(a), ubound(a)
  call maybe()
  call maybe(s)
  print *, s
  call maybe(s)
  print *, s
contains
  subroutine make(v, n)
    integer, allocatable, intent(out) :: v(:)
    integer, intent(in) :: n
    integer :: i
    if (allocated(v)) print *, 'still there'
    v = [(i*i, i = 1, n)]
  end subroutine
  subroutine extend(v, n)
    integer, allocatable, intent(inout) :: v(:)
    integer, intent(in) :: n
    integer, allocatable :: t(:)
    allocate (t(n), source=0)
    t(:size(v)) = v
    call move_alloc(t, v)
  end subroutine
  function table(n, m) result(r)
    integer, intent(in) :: n, m
    integer, allocatable :: r(:, :)
    integer :: i, j
    allocate (r(n, m))
    forall (i = 1:n, j = 1:m) r(i, j) = 10*i + j
  end function
  subroutine shifted(v)
    integer, allocatable, intent(inout) :: v(:)
    deallocate (v)
    allocate (v(-2:2), source=1)
  end subroutine
  subroutine maybe(x)
    integer, allocatable, intent(inout), optional :: x
    if (.not. present(x)) then
      print *, 'absent'
    else if (.not. allocated(x)) then
      allocate (x, source=5)
    else
      x = x + 1
    end if
  end subroutine
end program
