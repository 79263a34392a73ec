! MOVE_ALLOC, SOURCE= and MOLD=, automatic reallocation on assignment, and errors reported by ALLOCATE and DEALLOCATE.
program move_and_source
  implicit none
  type :: item
    integer :: id = -1
    character(:), allocatable :: name
    real, allocatable :: data(:)
  end type
  integer, allocatable :: a(:), b(:), m(:, :)
  character(:), allocatable :: s, t
  type(item), allocatable :: x, y, list(:)
  integer :: status, i
  character(60) :: message = 'untouched'
  allocate (a(-1:3), source=[(i*i, i=1, 5)])
  print *, lbound(a), ubound(a), a
  call move_alloc(a, b)
  print *, allocated(a), allocated(b), lbound(b), b(3)
  allocate (a, mold=b)
  print *, lbound(a), size(a)
  a = [1, 2]
  print *, lbound(a), size(a), a
  a = [a, a*10, 7]
  print *, a
  a(:) = 0
  a = a(2:3)
  print *, size(a), a
  allocate (a(3), stat=status, errmsg=message)
  print *, status /= 0, message /= 'untouched', allocated(a), size(a)
  deallocate (a, b, stat=status)
  print *, status, allocated(a), allocated(b)
  deallocate (a, stat=status)
  print *, status /= 0
  m = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  m = transpose(m)
  print *, shape(m), m
  m = m(2:3, :)
  print *, shape(m), m
  s = 'short'
  t = s//' and long'
  call move_alloc(t, s)
  print *, len(s), s, allocated(t)
  allocate (character(4) :: t)
  t(:) = 'abcdef'
  print *, t, len(t)
  allocate (x)
  x%name = 'first'
  x%data = [1., 2.]
  allocate (y, source=x)
  y%name(1:1) = 'F'
  y%data = [y%data, 3.]
  print *, x%id, x%name, size(x%data), ' ', y%name, size(y%data)
  list = [x, y, item(5)]
  print *, size(list), list%id, allocated(list(3)%name), list(2)%name
  call move_alloc(list(2)%data, list(3)%data)
  print *, allocated(list(2)%data), list(3)%data
  call grow(list, 5)
  print *, size(list), list(1)%name, list(5)%id
  list(1) = list(3)
  print *, list(1)%id, list(1)%data, allocated(list(1)%name)
contains
  subroutine grow(v, n)
    type(item), allocatable, intent(inout) :: v(:)
    integer, intent(in) :: n
    type(item), allocatable :: w(:)
    allocate (w(n))
    w(:size(v)) = v
    call move_alloc(w, v)
  end subroutine
end program
