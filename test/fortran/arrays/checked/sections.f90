! Array sections: strides, negative steps, vector subscripts, zero sizes, sections of sections.
program sections
  implicit none
  integer :: a(10), b(4, 5), i, j, idx(4)
  integer, allocatable :: c(:)
  a = [(i*i, i = 1, 10)]
  b = reshape([(i, i = 1, 20)], [4, 5])
  idx = [3, 1, 4, 1]
  print *, a(2:8:3)
  print *, a(10:1:-2)
  print *, a(idx)
  print *, size(a(5:4)), a(5:4)
  print '(5i4)', (b(i, :), i = 1, 4)
  print *, b(2, ::2)
  print *, b(::3, 2)
  print *, b(4:1:-1, 5)
  a(1:5) = a(5:1:-1)
  print *, a
  a(idx(1:3)) = [100, 200, 300]
  print *, a
  b(:, 1) = b(1, 1:4)
  print *, b(:, 1)
  c = pack(b, mod(b, 3) == 0)
  print *, c
  b(2:3, 2:4) = 0
  do i = 1, 4
    print '(5i4)', b(i, :)
  end do
  a(2:10) = a(1:9)
  print *, a
  a(1:9) = a(2:10)
  print *, a
  print *, shape(b(1:2, :)), lbound(b(2:, 2:)), ubound(b(2:, 2:))
  do concurrent (i = 1:4, j = 1:5, mod(i + j, 2) == 0)
    b(i, j) = -1
  end do
  print *, sum(b), count(b == -1)
end program sections
