program alloc
  implicit none
  type item
    integer :: id = -1
    real, allocatable :: v(:)
  end type
  type(item), allocatable :: items(:)
  type(item) :: one
  integer, allocatable :: a(:), b(:), c(:, :)
  integer :: i, stat
  character(len=100) :: msg
  allocate (a(5), source=[1, 2, 3, 4, 5])
  allocate (b, mold=a)
  print *, size(b)
  b = a(5:1:-1)
  print *, b
  a = [a, 6, 7]
  print *, a, size(a)
  a = a(2:3)
  print *, a
  a(:) = 9
  print *, a
  allocate (a(3), stat=stat, errmsg=msg)
  print *, stat /= 0
  call move_alloc(b, a)
  print *, a, allocated(b)
  allocate (items(3))
  do i = 1, 3
    items(i)%id = i
    allocate (items(i)%v(i), source=real(i))
  end do
  one = items(3)
  one%v(1) = 100
  print *, items(3)%v, one%v, one%id
  items = [items, one]
  print *, size(items), items(4)%v(1), items%id
  call resize(a, 8)
  print *, size(a), a(1:5)
  allocate (c(-1:1, 2))
  c = 5
  print *, lbound(c, 1), ubound(c, 1), sum(c)
  c = reshape([1, 2, 3, 4], [2, 2])
  print *, lbound(c, 1), shape(c)
  print *, make(3)
  call auto(4)
  associate (v => items(2)%v)
    v = v + 1
  end associate
  print *, items(2)%v
contains
  subroutine resize(x, n)
    integer, allocatable, intent(inout) :: x(:)
    integer, intent(in) :: n
    integer, allocatable :: t(:)
    allocate (t(n))
    t = 0
    t(:size(x)) = x
    call move_alloc(t, x)
  end subroutine
  function make(n) result(r)
    integer, intent(in) :: n
    integer, allocatable :: r(:)
    integer :: k
    allocate (r(n))
    r = [(k**2, k = 1, n)]
  end function
  subroutine auto(n)
    integer, intent(in) :: n
    real :: w(n, n)
    integer :: k
    w = 0
    do k = 1, n
      w(k, k) = k
    end do
    print *, sum(w), maxval(matmul(w, w))
  end subroutine
end program
