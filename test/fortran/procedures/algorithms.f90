program t
  use iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: n = 8
  integer :: i, j, primes(50), np, k
  logical :: sieve(2:100)
  real(real64) :: x, fx, dfx
  character(len=80) :: text = 'The quick brown fox jumps over the lazy dog'
  integer :: freq(iachar('a'):iachar('z'))
  integer(int64) :: f(0:20)
  complex :: z, roots(3)
  integer :: board(n), solutions
  character :: ch
  sieve = .true.
  do i = 2, 10
    if (sieve(i)) sieve(i * i:100:i) = .false.
  end do
  np = count(sieve)
  primes(:np) = pack([(i, i = 2, 100)], sieve)
  print '(10i4)', primes(:np)
  x = 1
  do i = 1, 20
    fx = x**2 - 2
    dfx = 2 * x
    if (abs(fx) < 1e-12_real64) exit
    x = x - fx / dfx
  end do
  print '(a, f18.15, a, i0)', 'root ', x, ' after ', i
  freq = 0
  do i = 1, len_trim(text)
    ch = text(i:i)
    if (ch >= 'A' .and. ch <= 'Z') ch = achar(iachar(ch) + 32)
    if (ch >= 'a' .and. ch <= 'z') freq(iachar(ch)) = freq(iachar(ch)) + 1
  end do
  print '(26i2)', freq
  print *, achar(maxloc(freq) + iachar('a') - 1)
  f(0:1) = 1
  do i = 2, 20
    f(i) = f(i - 1) + f(i - 2)
  end do
  print *, f(20), sum(f)
  roots = [(exp(cmplx(0., 2 * 3.14159265 * k / 3)), k = 0, 2)]
  print '(3("(", f7.4, ",", f7.4, ")", :, " "))', roots
  z = product(roots)
  print '(2f7.3)', z
  solutions = 0
  call place(1)
  print *, 'queens', solutions
  print '(8(8i4, /))', ((i * j, i = 1, 8), j = 1, 2)
  call hanoi(3, 'A', 'B', 'C')
  print *, gcd(48, 36), reverse('stressed')
  print *, to_str(12345), '|', to_str(-7), '|'
contains
  recursive subroutine place(row)
    integer, intent(in) :: row
    integer :: c, r
    if (row > n) then
      solutions = solutions + 1
      return
    end if
    cols: do c = 1, n
      do r = 1, row - 1
        if (board(r) == c .or. abs(board(r) - c) == row - r) cycle cols
      end do
      board(row) = c
      call place(row + 1)
    end do cols
  end subroutine
  recursive subroutine hanoi(k, a, b, c)
    integer, intent(in) :: k
    character, intent(in) :: a, b, c
    if (k == 0) return
    call hanoi(k - 1, a, c, b)
    write (*, '(4a)', advance='no') a, '>', b, ' '
    call hanoi(k - 1, c, b, a)
    if (k == 3) write (*, *)
  end subroutine
  recursive integer function gcd(a, b) result(g)
    integer, value :: a, b
    if (b == 0) then
      g = a
    else
      g = gcd(b, mod(a, b))
    end if
  end function
  function reverse(s) result(r)
    character(len=*), intent(in) :: s
    character(len=len(s)) :: r
    integer :: m
    forall (m = 1:len(s)) r(m:m) = s(len(s) - m + 1:len(s) - m + 1)
  end function
  function to_str(i) result(s)
    integer, intent(in) :: i
    character(len=:), allocatable :: s
    character(len=20) :: tmp
    write (tmp, '(i0)') i
    s = trim(tmp)
  end function
end program
