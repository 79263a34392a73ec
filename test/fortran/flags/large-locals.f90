! flags: -fmax-stack-var-size=8 -finit-integer=12345
! Larger variables keep their values between calls, except in RECURSIVE procedures.
program large_locals
  implicit none
  integer :: i
  do i = 1, 3
    print *, kept(i), fresh(i)
  end do
contains
  integer function kept(value)
    integer, intent(in) :: value
    integer :: array(100)
    kept = array(1)
    array(1) = value
  end function
  recursive integer function fresh(value)
    integer, intent(in) :: value
    integer :: array(100)
    fresh = array(1)
    array(1) = value
  end function
end program
