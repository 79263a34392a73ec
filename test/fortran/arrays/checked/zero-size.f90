! Arrays without elements: loops, reductions, sections, assignments, constructors, arguments.
program zero_size
  implicit none
  integer :: a(0), b(5:4), c(3, 0), i, v(3) = [1, 2, 3]
  integer, allocatable :: d(:)
  print *, size(a), size(b), shape(c), lbound(b), ubound(b), lbound(c), ubound(c)
  print *, sum(a), product(a), all(a > 0), any(a > 0), count(a == 0)
  print *, maxval(a) == -huge(1) - 1, maxloc(a), sum(c, 1), sum(c, 2)
  d = [integer ::]
  print *, allocated(d), size(d)
  d = [d, 4]
  d = [d, v(4:3), d]
  print *, d
  v(3:2) = 99
  print *, v, size(v(2:1)), size(pack(v, v > 9)), size(reshape(a, [0, 4]))
  do i = 1, size(a)
    print *, 'never'
  end do
  call show(v(3:2))
  call show(v(:2))
  print *, matmul(reshape([integer ::], [2, 0]), reshape([integer ::], [0, 2])), dot_product(a, b), len(repeat('x', 0))
contains
  subroutine show(x)
    integer, intent(in) :: x(:)
    print *, size(x), x
  end subroutine
end program
