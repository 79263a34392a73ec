program t
  implicit none
  integer :: a(3, 3), i, j, k(5)
  real :: x(4), y(4)
  logical :: l(4)
  integer, allocatable :: v(:)
  character(3) :: names(3)
  a = reshape([(i, i = 1, 9)], [3, 3])
  forall (i = 1:3) a(i, i) = 0
  print *, a
  forall (i = 1:3, j = 1:3, i > j) a(i, j) = -a(j, i)
  print *, a
  k = [1, 2, 3, 4, 5]
  forall (i = 2:5) k(i) = k(i - 1)
  print *, k
  x = [1., -2., 3., -4.]
  where (x > 0)
    y = sqrt(x)
  elsewhere
    y = 0
  end where
  print *, y
  where (x < 0) x = -x
  print *, x
  l = x > 2
  print *, l, any(l), merge('yes', 'no ', l)
  do concurrent (i = 1:3, j = 1:3, a(i, j) /= 0)
    a(i, j) = a(i, j) + 100
  end do
  print *, a
  associate (d => a(2, :), s => sum(a))
    d = 7
    print *, d, s
  end associate
  print *, a(2, :)
  v = [integer ::]
  do i = 1, 5
    if (mod(i, 2) == 1) v = [v, i]
  end do
  print *, v
  names = ['abc', 'def', 'ghi']
  print *, names(:)(2:2), names(2)(:2)
  names(2:3)(1:1) = 'X'
  print *, names
  block
    real, allocatable :: w(:)
    allocate (w(3))
    w = 2
    print *, w
  end block
  print *, [(merge(i, -i, mod(i, 2) == 0), i = 1, 4)]
  k = k([5, 4, 3, 2, 1])
  print *, k
  a(:, 1) = a([3, 2, 1], 2)
  print *, a(:, 1)
  i = 3
  a(i, :) = a(i, :) / 2 + i
  print *, a(3, :)
  print *, sum(a(:, 1) * a(:, 2)), maxval(abs(a - 50))
  if (all(a(1, :) == a(1, :))) print *, 'same'
  call ext(a(1, 2), 4)
  call ext2(a)
contains
  subroutine ext(b, n)
    integer, intent(in) :: n
    integer, intent(in) :: b(n)
    print *, b
  end subroutine
  subroutine ext2(b)
    integer, intent(in) :: b(0:, 2:)
    print *, lbound(b), ubound(b), b(0, 2), b(2, 4)
  end subroutine
end program
