! gfortran 12 has neither IEEE_INT and IEEE_REAL nor ROUND of IEEE_RINT, so the output is written by hand.
program ieee_conversions
  use, intrinsic :: ieee_arithmetic
  implicit none
  type(ieee_round_type) :: modes(5)
  real :: x(6) = [-2.5, -1.5, -0.3, 0.5, 1.7, 2.5]
  real(8) :: d = 2.5d0
  real(16) :: q = -3.5_16
  integer :: i
  modes = [ieee_nearest, ieee_to_zero, ieee_up, ieee_down, ieee_away]
  do i = 1, 5
    print '(6i3,6f5.1)', ieee_int(x, modes(i)), ieee_rint(x, modes(i))
    print '(4i3,2f5.1)', ieee_int(d, modes(i)), ieee_int(q, round=modes(i), kind=8), ieee_int(a=-d, round=modes(i)), &
      ieee_int(x(1), modes(i), 1), ieee_rint(q, modes(i)), ieee_rint(d, modes(i))
  end do
  print *, ieee_int(2.5, modes), ieee_int(x(1:5), modes)
  print *, ieee_int(1e18, ieee_up, kind=8), kind(ieee_int(1.0, ieee_up, 2)), kind(ieee_int(d, ieee_up))
  print *, ieee_int(1e30_16, ieee_down, 16), ieee_int(huge(1_8) - 0.5_16, ieee_down, 8)
  print *, ieee_rint(0.5) + 1, ieee_rint(-0.3, ieee_up), rounded(2.5, ieee_up), rounded(2.5)
  print *, ieee_real(3), kind(ieee_real(d)), ieee_real(16777217), ieee_real(16777219)
  print *, ieee_real(9007199254740993_8, 8), ieee_real(1.1_16, kind=8), ieee_real(d, 4), ieee_real([1, 2], 16)
contains
  real function rounded(x, round)
    real, intent(in) :: x
    type(ieee_round_type), intent(in), optional :: round
    rounded = ieee_rint(x, round)
  end function
end program
