! Named constants: arithmetic, arrays, characters, types, intrinsics in initialisation, implied shapes, kinds by name.
program parameters
  use iso_fortran_env, only: real64, int64
  implicit none
  integer :: i
  integer, parameter :: n = 4, m = n**2 - 1, list(*) = [(n - i, i = 1, 3)], table(n, 2) = reshape([(i, i = 1, 2*n)], [n, 2])
  real(real64), parameter :: pi = 4*atan(1._real64), roots(2) = sqrt([2._real64, 3._real64]), half = pi/2
  character(*), parameter :: title = 'Fixed ' // 'text', days(2) = ['mon', 'tue'], letter = title(1:1)
  logical, parameter :: flag = n > 3 .and. .not. m < 3
  complex, parameter :: unit = (0., 1.), square = unit*unit
  type pair
    integer :: a = 1, b = 2
  end type
  type(pair), parameter :: origin = pair(), other = pair(b=m), both(2) = [pair(1, 1), pair(2, 2)]
  integer(int64), parameter :: big = 2_int64**40 + n
  integer, parameter :: wide = maxval(list), where_is = index(title, 'text'), length = len_trim(title), k = kind(pi)
  real(k) :: x(wide) = pi
  character(length) :: copy = title
  integer :: counts(size(list)) = list*10
  print *, n, m, list, table(2, :), flag, big
  print '(4f10.6)', pi, roots, half
  print *, title, days(2), letter, len(days), where_is, length
  print *, unit, square, real(square)
  print *, origin, other%b, both(2)%a, sum(both%b), k, wide
  print *, x, copy, counts, shape(table), ubound(list)
  print *, min(3, n), mod(m, n), ior(n, 1), achar(65 + n), repeat('=', n), merge(1, 2, flag), nint(pi), ceiling(half)
  print *, selected_int_kind(12) == int64, huge(n)/2**20, ishft(n, 3), dot_product(list, list), any(list > 2)
end program
