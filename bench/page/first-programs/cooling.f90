module cooling
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  type :: cup
    real(dp) :: temperature
    character(len=20) :: label
  end type cup
contains
  pure function rate(difference, coefficient) result(r)
    real(dp), intent(in) :: difference, coefficient
    real(dp) :: r
    r = -coefficient * difference
  end function rate

  subroutine cool(one, surroundings, coefficient, steps)
    type(cup), intent(inout) :: one
    real(dp), intent(in) :: surroundings, coefficient
    integer, intent(in) :: steps
    integer :: i
    do i = 1, steps
      one%temperature = one%temperature + rate(one%temperature - surroundings, coefficient)
    end do
  end subroutine cool
end module cooling

program main
  use uxhw
  use cooling
  implicit none
  type(cup) :: cups(2)
  real(dp), allocatable :: history(:)
  integer :: i, n
  n = 10
  allocate(history(n))
  cups(1) = cup(ux_gauss(90.0d0, 1.0d0), 'tea')
  cups(2) = cup(80.0d0, 'coffee')
  do i = 1, n
    call cool(cups(1), 20.0d0, 0.05d0, 1)
    history(i) = cups(1)%temperature
  end do
  call cool(cups(2), 20.0d0, 0.05d0, n)
  if (history(n) < history(1)) then
    write (*, '(a, f10.3)') 'after some minutes: ', history(n)
  else
    write (*, *) 'it does not cool'
  end if
  print *, trim(cups(2)%label), cups(2)%temperature, maxval(history), sum(history) / size(history)
  deallocate(history)
end program main
