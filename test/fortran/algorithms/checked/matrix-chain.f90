! Dynamic programming: Fibonacci, knapsack, longest common subsequence, coin change, matrix chains.
program dynamic
  implicit none
  integer(8) :: f(0:60)
  integer :: i, w, best(0:10), weight(4) = [5, 4, 6, 3], value(4) = [10, 40, 30, 50], coins(3) = [1, 5, 12], c(0:20)
  f(0:1) = [0, 1]
  do i = 2, 60
    f(i) = f(i - 1) + f(i - 2)
  end do
  print *, f(60), f(10:15)
  best = 0
  do i = 1, 4
    do w = 10, weight(i), -1
      best(w) = max(best(w), best(w - weight(i)) + value(i))
    end do
  end do
  print *, best(10), best
  print *, lcs('AGGTAB', 'GXTXAYB'), chain([40, 20, 30, 10, 30])
  c(0) = 0
  do w = 1, 20
    c(w) = 1 + minval([(c(w - coins(i)), i = 1, count(coins <= w))])
  end do
  print *, c(1:20)
contains
  function lcs(a, b) result(s)
    character(*), intent(in) :: a, b
    character(:), allocatable :: s
    integer :: l(0:len(a), 0:len(b)), p, q
    l = 0
    do p = 1, len(a)
      do q = 1, len(b)
        l(p, q) = merge(l(p - 1, q - 1) + 1, max(l(p - 1, q), l(p, q - 1)), a(p:p) == b(q:q))
      end do
    end do
    s = ''
    p = len(a); q = len(b)
    do while (p > 0 .and. q > 0)
      if (a(p:p) == b(q:q)) then
        s = a(p:p) // s
        p = p - 1; q = q - 1
      else if (l(p - 1, q) >= l(p, q - 1)) then
        p = p - 1
      else
        q = q - 1
      end if
    end do
  end function
  integer function chain(d)
    integer, intent(in) :: d(0:)
    integer :: m(size(d) - 1, size(d) - 1), length, p, q, k
    m = 0
    do length = 2, size(d) - 1
      do p = 1, size(d) - length
        q = p + length - 1
        m(p, q) = minval([(m(p, k) + m(k + 1, q) + d(p - 1)*d(k)*d(q), k = p, q - 1)])
      end do
    end do
    chain = m(1, size(d) - 1)
  end function
end program
