program t
  implicit none
  integer :: n = 3, i, j
  integer :: grid(3, 3)
  real, allocatable :: m(:, :)
  logical :: ok
  character(len=10) :: cmd
  type t1
    integer, allocatable :: v(:)
    character(len=:), allocatable :: s
  end type
  type(t1) :: u, w
  type(t1), allocatable :: arr(:)
  integer, parameter :: lookup(0:3) = [10, 20, 30, 40]
  integer :: hist(5) = 0
  do concurrent (i = 1:3, j = 1:3)
    grid(i, j) = merge(1, 0, i == j)
  end do
  print '(3i2)', grid
  where (grid == 1)
    where (spread([1, 2, 3], 2, 3) > 1)
      grid = 5
    elsewhere
      grid = 6
    end where
  elsewhere (grid == 0)
    grid = -1
  end where
  print '(3i3)', grid
  u%v = [1, 2, 3]
  u%s = 'text'
  w = u
  w%v(1) = 100
  w%s = w%s // 'ual'
  print *, u%v, w%v, u%s, ' ', w%s
  allocate (arr(2))
  arr(1) = u
  arr(2) = t1([7, 8], 'ctor')
  print *, arr(2)%v, arr(2)%s, size(arr(1)%v)
  arr = arr(2:1:-1)
  print *, arr(1)%s, ' ', arr(2)%s
  cmd = 'stop'
  select case (trim(cmd))
  case ('go', 'run')
    print *, 'going'
  case ('stop')
    print *, 'stopping'
  case default
    print *, '?'
  end select
  print *, lookup(2), lookup
  m = reshape([(real(i), i = 1, 6)], [2, 3])
  m = transpose(m)
  print *, shape(m), m
  m(:, 1) = m(3:1:-1, 1)
  print *, m(:, 1)
  ok = any([(mod(i, 7) == 0, i = 1, 6)])
  print *, ok
  call vary(m, n)
  print *, n, m(1, 1)
  call opt_chain()
  call opt_chain(5)
  hist(int([1.5, 2.5, 3.9])) = 1
  print *, hist
  print *, outer(4)
  print *, nested_call(add1(add1(1)), max(n, 2))
  i = 10
  do while (.true.)
    i = i - 1
    if (i < 5) exit
  end do
  print *, i
  if (n == 4) error stop 3
  print *, dot_product(m(:, 1), m(:, 2)), maxloc(m), sum(m, dim=1)
  print '(a, 3(1x, f0.2))', 'vals', m(1, :)
contains
  subroutine vary(a, k)
    real, intent(inout) :: a(:, :)
    integer, intent(inout) :: k
    real :: tmp(size(a, 1))
    tmp = a(:, 1)
    a(1, 1) = sum(tmp)
    k = k + size(a)
  end subroutine
  subroutine opt_chain(k)
    integer, intent(in), optional :: k
    call opt_leaf(k)
  end subroutine
  subroutine opt_leaf(k)
    integer, intent(in), optional :: k
    print *, present(k)
    if (present(k)) print *, k
  end subroutine
  integer function outer(k)
    integer, intent(in) :: k
    outer = k * n
  end function
  integer function add1(k)
    integer, intent(in) :: k
    add1 = k + 1
  end function
  integer function nested_call(a, b)
    integer, intent(in) :: a, b
    nested_call = a * 1000 + b
  end function
end program
