! Primes by sieve, perfect numbers, greatest common divisors, digits, powers modulo a number.
program sieve
  implicit none
  integer, parameter :: limit = 100
  logical :: prime(2:limit)
  integer :: i, n
  integer(8) :: p
  prime = .true.
  do i = 2, int(sqrt(real(limit)))
    if (prime(i)) prime(i*i:limit:i) = .false.
  end do
  print '(10i4)', pack([(i, i = 2, limit)], prime)
  print *, count(prime)
  do n = 2, 500
    if (sum([(i, i = 1, n - 1)], mod(n, [(i, i = 1, n - 1)]) == 0) == n) print *, 'perfect', n
  end do
  print *, gcd(1071, 462), lcm(4, 6), digits_of(90210)
  p = power(3_8, 200, 1000007_8)
  print *, p, is_prime(1000003), is_prime(1000001)
contains
  recursive pure integer function gcd(a, b) result(g)
    integer, intent(in) :: a, b
    if (b == 0) then
      g = a
    else
      g = gcd(b, mod(a, b))
    end if
  end function
  pure integer function lcm(a, b)
    integer, intent(in) :: a, b
    lcm = a/gcd(a, b)*b
  end function
  function digits_of(n) result(d)
    integer, intent(in) :: n
    integer, allocatable :: d(:)
    integer :: rest
    allocate (d(0))
    rest = n
    do while (rest > 0)
      d = [mod(rest, 10), d]
      rest = rest/10
    end do
  end function
  pure integer(8) function power(base, exponent, modulus)
    integer(8), intent(in) :: base, modulus
    integer, intent(in) :: exponent
    integer(8) :: b
    integer :: e
    power = 1
    b = mod(base, modulus)
    e = exponent
    do while (e > 0)
      if (btest(e, 0)) power = mod(power*b, modulus)
      b = mod(b*b, modulus)
      e = ishft(e, -1)
    end do
  end function
  pure logical function is_prime(n)
    integer, intent(in) :: n
    integer :: k
    is_prime = n > 1
    do k = 2, int(sqrt(dble(n)))
      if (mod(n, k) == 0) then
        is_prime = .false.
        return
      end if
    end do
  end function
end program
