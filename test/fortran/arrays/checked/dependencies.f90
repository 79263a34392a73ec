! Assignments whose two sides overlap: shifts, reversals, swaps, functions of the target, vector subscripts.
program dependencies
  implicit none
  integer :: a(6) = [1, 2, 3, 4, 5, 6], m(3, 3), i, p(6) = [6, 5, 4, 3, 2, 1]
  type t
    integer :: x(3) = [1, 2, 3]
  end type
  type(t) :: s(2)
  a(2:) = a(:5)
  print *, a
  a(:5) = a(2:)
  print *, a
  a = a(6:1:-1)
  print *, a
  a(1:5:2) = a(2:6:2)
  print *, a
  a = [(i, i = 1, 6)]
  a(p) = a
  print *, a
  a(p(1:3)) = a(1:3) + 10
  print *, a
  m = reshape([(i, i = 1, 9)], [3, 3])
  m = transpose(m)
  print *, m
  m(1:2, :) = m(2:3, :)
  print *, m
  m = m(:, 3:1:-1) + m
  print *, m
  a = cshift(a, 1) + a
  print *, a
  a = sum(a) - a
  print *, a
  a = a*a(1)
  print *, a
  s(1)%x = s(1)%x(3:1:-1)
  s(2) = s(1)
  s = s(2:1:-1)
  print *, s(1)%x, s(2)%x
  a = merge(a, a(6:1:-1), mod(a, 2) == 0)
  print *, a
  where (a > a(3)) a = a - 1
  print *, a
end program
