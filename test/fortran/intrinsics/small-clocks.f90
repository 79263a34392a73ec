! SYSTEM_CLOCK with integers that are too small for a clock; ITIME and IDATE with wide integers.
program p
  integer(1) :: c1, m1
  integer(2) :: c2, r2, m2
  integer :: r, m
  real :: x
  call system_clock(c1, r, m)
  print *, c1, r, m
  call system_clock(c1, x, m1)
  print *, c1, x, m1
  call system_clock(c2, r2, m2)
  print *, c2, r2, m2
  do i = 1, 1000000
    x = secnds(0.0)
    if (x /= aint(x)) exit
  end do
  ! fractions of a second, and times that began before midnight
  print *, x /= aint(x), secnds(secnds(0.0) + 400) > 85000, secnds(-100000.) >= 0
end program
