! MCLOCK and MCLOCK8 (GNU Fortran): processor time in microseconds.
program clock_ticks
  implicit none
  integer :: before, after, i
  integer(8) :: wide
  real(8) :: seconds
  real, volatile :: x
  before = mclock()
  x = 1.0
  do i = 1, 20000
    x = x * 0.5 + 1.0
  end do
  after = mclock()
  wide = mclock8()
  call cpu_time(seconds)
  print *, before >= 0, after >= before, wide >= after
  print *, kind(mclock()), kind(mclock8())
  print *, abs(real(wide, 8) * 1.0d-6 - seconds) < 1.0d0
end program
