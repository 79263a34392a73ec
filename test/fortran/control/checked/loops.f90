! DO in all forms: steps, zero trips, EXIT and CYCLE by name, DO WHILE, nested, CONCURRENT with locality.
program loops
  implicit none
  integer :: i, j, k, n, total
  real :: x
  integer(8) :: wide
  total = 0
  do i = 10, 1, -3
    total = total + i
  end do
  print *, total, i
  do i = 5, 1
    print *, 'never'
  end do
  print *, i
  outer: do i = 1, 5
    inner: do j = 1, 5
      if (j == 3) cycle outer
      if (i == 4) exit outer
      if (mod(i*j, 2) == 0) cycle inner
      print *, i, j
    end do inner
  end do outer
  print *, i, j
  n = 0
  do while (n*n < 50)
    n = n + 1
  end do
  print *, n
  k = 27; n = 0
  do
    if (k == 1) exit
    k = merge(k/2, 3*k + 1, mod(k, 2) == 0)
    n = n + 1
  end do
  print *, n
  do wide = 2_8**40, 2_8**40 + 2
    print *, wide
  end do
  x = 0
  do concurrent (i = 1:10:3)
    block
      integer :: square
      square = i*i
      if (square > 10) print *, i, square
    end block
  end do
  associate (limit => n/10)
    search: block
      do i = 1, limit
        if (i == 7) exit search
      end do
      print *, 'not found'
    end block search
    print *, limit, i
  end associate
  do i = 1, 3; do j = i, 3; x = x + i*j; end do; end do
  print *, x
end program
