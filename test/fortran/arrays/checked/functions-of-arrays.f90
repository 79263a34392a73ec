! Functions that return arrays, used in expressions, as arguments, subscripted through temporaries, in constructors.
program functions_of_arrays
  implicit none
  integer :: i, v(3)
  real :: r(2, 2)
  print *, ramp(4), sum(ramp(5)), ramp(3)*2 + ramp(3), [ramp(2), 99, ramp(1)]
  v = ramp(3) + v_of(3)
  print *, v, maxval(ramp(6), mask=mod(ramp(6), 2) == 1), dot_product(ramp(3), v)
  r = outer(real(ramp(2)), [0.5, 2.])
  print *, r, matmul(r, r), transpose(outer([1., 2.], [3., 4., 5.]))
  print *, size(primes(30)), primes(30), pack(primes(30), primes(30) > 10)
  do i = 1, 3
    print *, i, ramp(i), all(ramp(i) <= i), reshape(ramp(4), [2, 2])
  end do
  v(ramp(3)) = ramp(3)*10
  print *, v, cshift(ramp(4), 1), merge(ramp(3), -ramp(3), [.true., .false., .true.])
contains
  pure function ramp(n) result(x)
    integer, intent(in) :: n
    integer :: x(n), k
    x = [(k, k = 1, n)]
  end function
  function v_of(n)
    integer, intent(in) :: n
    integer :: v_of(n)
    v_of = n
  end function
  pure function outer(a, b) result(c)
    real, intent(in) :: a(:), b(:)
    real :: c(size(a), size(b))
    integer :: p, q
    forall (p = 1:size(a), q = 1:size(b)) c(p, q) = a(p)*b(q)
  end function
  function primes(limit) result(p)
    integer, intent(in) :: limit
    integer, allocatable :: p(:)
    integer :: k, d
    p = [integer ::]
    search: do k = 2, limit
      do d = 2, k - 1
        if (mod(k, d) == 0) cycle search
      end do
      p = [p, k]
    end do search
  end function
end program
