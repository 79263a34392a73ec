! flags: -fno-automatic -finit-local-zero
! Variables keep their values, also in blocks, but not in recursive procedures.
program kept
  implicit none
  integer :: i
  print *, (plain(i), block_variable(i), recursive_one(i), i=1, 3)
contains
  integer function plain(x)
    integer, intent(in) :: x
    integer :: sum_of
    sum_of = sum_of + x
    plain = sum_of
  end function
  integer function block_variable(x)
    integer, intent(in) :: x
    block
      integer :: sum_of
      sum_of = sum_of + x
      block_variable = sum_of
    end block
  end function
  recursive integer function recursive_one(x) result(r)
    integer, intent(in) :: x
    integer :: sum_of
    sum_of = sum_of + x
    r = sum_of
  end function
end program
