! Gravity from a pendulum: a tape measure and a stopwatch, each with an error, give g with an error.
program pendulum
  use uxhw
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp), parameter :: pi = acos(-1.0_dp)
  real(dp) :: length, time, period, gravity
  integer, parameter :: swings = 20

  length = ux_uniform(0.995_dp, 1.005_dp)          ! m
  time = ux_gauss(40.12_dp, 0.15_dp)               ! s, for all the swings
  period = time / swings
  gravity = 4 * pi**2 * length / period**2

  print '(a, f10.6)', 'period (s):      ', period
  print '(a, f10.6)', 'gravity (m/s^2): ', gravity
  print '(a, f10.6)', 'P(g > 9.81):     ', ux_probability_gt(gravity, 9.81_dp)
end program pendulum
