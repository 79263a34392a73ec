! Integers, logicals and shorter reals computed from REAL(16) constants, where only constants are allowed.
program p
  implicit none
  integer, parameter :: q = selected_real_kind(33)
  real(q), parameter :: pi = 4 * atan(1.0_q), third = 1 / 3.0_q, tenth = 0.1_q
  integer, parameter :: a = int(log10(1e10_q)), b = nint(sqrt(2.0_q) * 10), c = ceiling(-third), d = floor(-third)
  integer, parameter :: e = exponent(epsilon(1.0_q)), f = nint(-2.5_q), g = int(max(2.5_q, pi, 1.0_q))
  integer, parameter :: h = int(huge(1.0_q) / 2.0_q**16380)
  integer, parameter :: k = merge(4, 8, tenth > 0.1d0), l = merge(1, 2, third * 3 == 1.0_q)
  integer, parameter :: m = int(2.0_q**(-3) * 100), n = nint(sign(abs(-7.5_q), -1.0_q)), o = int(exp(1.0_q) * 1e4_q)
  integer(8), parameter :: big = int(sqrt(1e36_q), 8)
  real(8), parameter :: short = real(pi, 8), half = 0.5_q
  logical, parameter :: same = real(third, 4) == 1 / 3.0, less = tiny(1.0_q) < 1e-4900_q
  real :: v(a), w(b:15)
  real(k) :: kinds
  character(g) :: text
  print *, size(v), lbound(w), c, d, e, f, g, h, k, l, m, n, o
  print *, big, short == acos(-1d0), half, same, less, kind(kinds), len(text)
  select case (a)
  case (int(100.0_q**0.5_q):int(tenth * 101))
    print *, 'case'
  case default
    print *, 'default'
  end select
  print *, int(anint(2.5_q)), nint(aint(-2.5_q)), int(pi**2), int(hypot(3.0_q, 4.0_q)), int(-min(1.5_q, 2.5_q))
end program
