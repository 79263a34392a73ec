! Backtracking: eight queens, sudoku-like checks, subset sums, Gray codes, Pascal's triangle, magic square.
program backtracking
  implicit none
  integer :: board(8), solutions, i, j, row(0:8), square(5, 5)
  solutions = 0
  call place(1)
  print *, solutions
  print '(8i4)', [(ieor(i, i/2), i = 0, 7)]
  row = 0; row(0) = 1
  do i = 0, 5
    print '(*(i4))', row(0:i)
    row(1:) = row(1:) + row(:7)
  end do
  square = 0
  i = 1; j = 3
  block
    integer :: n, p, q
    do n = 1, 25
      square(i, j) = n
      p = merge(5, i - 1, i == 1); q = merge(1, j + 1, j == 5)
      if (square(p, q) /= 0) then
        i = i + 1
      else
        i = p; j = q
      end if
    end do
  end block
  print '(5i4)', transpose(square)
  print *, sum(square, 1), sum(square, 2), subsets([3, 34, 4, 12, 5, 2], 9)
contains
  recursive subroutine place(n)
    integer, intent(in) :: n
    integer :: k, m
    do k = 1, 8
      if (any(board(:n - 1) == k)) cycle
      if (any([(abs(board(m) - k) == n - m, m = 1, n - 1)])) cycle
      board(n) = k
      if (n == 8) then
        solutions = solutions + 1
        if (solutions == 1) print '(8i2)', board
      else
        call place(n + 1)
      end if
    end do
  end subroutine
  recursive integer function subsets(v, goal) result(n)
    integer, intent(in) :: v(:), goal
    n = merge(1, 0, goal == 0)
    if (size(v) > 0) n = subsets(v(2:), goal - v(1)) + subsets(v(2:), goal)
  end function
end program
