! The age of a piece of wood from its remaining carbon 14: a module, an elemental function, an array of samples.
module dating
  use uxhw
  implicit none
  integer, parameter :: dp = kind(1.0d0)
contains
  !> Age in years of a sample with this remaining fraction of carbon 14.
  elemental function age(fraction, half_life) result(years)
    real(dp), intent(in) :: fraction, half_life
    real(dp) :: years
    years = -half_life * log(fraction) / log(2.0_dp)
  end function age
end module dating

program carbon_dating
  use dating
  implicit none
  real(dp) :: fraction(3), ages(3), half_life
  integer :: i

  half_life = ux_gauss(5700.0_dp, 30.0_dp)         ! years
  fraction(1) = ux_gauss(0.780_dp, 0.005_dp)
  fraction(2) = ux_gauss(0.775_dp, 0.005_dp)
  fraction(3) = ux_uniform(0.60_dp, 0.64_dp)
  ages = age(fraction, half_life)

  do i = 1, size(ages)
    write (*, '(a, i0, a, f9.2)') 'sample ', i, ', age (years): ', ages(i)
  end do
  write (*, '(a, f9.2)') 'first minus second:     ', ages(1) - ages(2)
end program carbon_dating
