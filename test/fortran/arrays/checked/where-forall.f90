! WHERE with ELSEWHERE and nesting, FORALL with masks and dependences.
program where_forall
  implicit none
  integer :: a(4, 4), i, j, p(4)
  real :: x(6), y(6)
  character(3) :: w(3)
  x = [-2., -1., 0., 1., 4., 9.]
  where (x > 0)
    y = sqrt(x)
  elsewhere (x == 0)
    y = 100.
  elsewhere
    y = -1.
  end where
  print '(6f8.3)', y
  where (y > 50.) y = 1/x**0
  print '(6f8.3)', y
  where (x >= 0)
    where (x > 3)
      x = 3
    elsewhere
      x = x + 0.5
    end where
  end where
  print '(6f8.3)', x
  a = 0
  forall (i = 1:4, j = 1:4, i /= j) a(i, j) = 10*i + j
  print '(4i4)', (a(i, :), i = 1, 4)
  forall (i = 1:4, j = 1:4) a(i, j) = a(j, i)
  print '(4i4)', (a(i, :), i = 1, 4)
  p = [2, 4, 1, 3]
  forall (i = 1:4) p(p(i)) = i
  print *, p
  forall (i = 2:4)
    p(i) = p(i - 1)
    a(i, i) = p(i)
  end forall
  print *, p, (a(i, i), i = 1, 4)
  w = ['abc', 'xyz', 'lmn']
  where (w > 'b') w = 'b' // w(:)(1:2)
  print *, w
  where (mod(reshape([(i, i=1,16)], [4, 4]), 5) == 0) a = -a
  print '(4i4)', (a(i, :), i = 1, 4)
end program where_forall
