! Assumed-size and explicit dummies: sequence association, elements as starting points, copied sections, different ranks.
program assumed_size
  implicit none
  integer :: a(12), m(3, 4), i
  a = [(i, i = 1, 12)]
  m = reshape(a, [3, 4])
  print *, total(a, 5), total(a(4), 3), total(m, 12), total(m(:, 2), 3), total(m(2, :), 4), total(a(12:1:-3), 4)
  call as_matrix(a, 3, 2)
  call as_matrix(a(7), 2, 3)
  call negate(a(2:10:4), 3)
  print *, a
  call negate(m(1, 2), 4)
  print *, m
  call letters('abcdef', 3)
contains
  integer function total(v, n)
    integer, intent(in) :: v(*), n
    total = sum(v(1:n))
  end function
  subroutine as_matrix(v, r, c)
    integer, intent(in) :: r, c, v(r, c)
    print *, shape(v), v(r, :), ubound(v)
  end subroutine
  subroutine negate(v, n)
    integer, intent(in) :: n
    integer, intent(inout) :: v(n)
    v = -v
  end subroutine
  subroutine letters(c, n)
    integer, intent(in) :: n
    character(2), intent(in) :: c(n)
    print *, c(n:1:-1), size(c)
  end subroutine
end program
