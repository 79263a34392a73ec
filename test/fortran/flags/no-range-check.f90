! flags: -fno-range-check
! Integers beyond the range of their kind keep their value until an operation needs their bits.
program no_range_check
  implicit none
  integer(8) :: product_of_two, x = 2147483647 + 1
  integer :: i = 4294967297
  integer, parameter :: p = 4294967298
  integer(8) :: z = p
  integer(1) :: byte = 300, other
  integer(2), parameter :: short = 70000
  integer(16), parameter :: quiet = 170099645085600953110659059745250344960
  integer(16) :: wide
  real :: r = 4294967296
  product_of_two = 2147483647 * 3
  other = 300
  wide = iand(quiet, z'fff80000000000000000000000000000')
  print *, x, product_of_two, i, p, z, r
  print *, 4294967297 == 1, max(4294967297, 1), mod(4294967297, 10), 4294967297 / 2
  print *, abs(-4294967297), 2.5 * 4294967297, [4294967297, 1], huge(1) + 1, iand(4294967297, 3)
  print *, byte, other, short
  other = int(300, 1)
  print *, other, -(-2147483647 - 1)
  print '(z32.32)', quiet, wide, int(z'fff80000000000000000000000000000', 16)
  select case (1)
  case (4294967297)
    print *, 'one'
  case default
    print *, 'other'
  end select
end program no_range_check
