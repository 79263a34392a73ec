! Functions over matrices: trace, identity, powers, Kronecker product, symmetric parts, sums along diagonals.
program matrix_functions
  implicit none
  integer :: a(2, 2) = reshape([1, 3, 2, 4], [2, 2]), i
  print *, trace(a), identity(3)
  print *, power(a, 5), matmul(a, identity(2))
  print *, kronecker(a, identity(2))
  print *, (a + transpose(a))/2, [(a(i, 3 - i), i = 1, 2)]
  print *, all(a == transpose(transpose(a))), maxval(abs(a - transpose(a)))
contains
  pure integer function trace(m)
    integer, intent(in) :: m(:, :)
    integer :: k
    trace = sum([(m(k, k), k = 1, size(m, 1))])
  end function
  pure function identity(n) result(m)
    integer, intent(in) :: n
    integer :: m(n, n), k
    m = 0
    do concurrent (k = 1:n)
      m(k, k) = 1
    end do
  end function
  recursive function power(m, n) result(p)
    integer, intent(in) :: m(:, :), n
    integer :: p(size(m, 1), size(m, 2))
    select case (n)
    case (0)
      p = identity(size(m, 1))
    case default
      p = matmul(m, power(m, n - 1))
    end select
  end function
  pure function kronecker(x, y) result(k)
    integer, intent(in) :: x(:, :), y(:, :)
    integer :: k(size(x, 1)*size(y, 1), size(x, 2)*size(y, 2)), p, q
    do p = 1, size(x, 1)
      do q = 1, size(x, 2)
        k((p - 1)*size(y, 1) + 1:p*size(y, 1), (q - 1)*size(y, 2) + 1:q*size(y, 2)) = x(p, q)*y
      end do
    end do
  end function
end program
