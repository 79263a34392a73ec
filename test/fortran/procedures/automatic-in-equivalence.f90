! flags: -fdec-static -frecursive -fno-automatic
! AUTOMATIC makes all of an EQUIVALENCE automatic, so that each call has its own variables; other variables keep their values.
program automatic_in_equivalence
  implicit none
  print *, product_of(6)
  call count_calls
  call count_calls
contains
  integer function product_of(n) result(f)
    integer, intent(in) :: n
    integer, automatic :: a
    integer :: b
    equivalence (a, b)
    a = n
    if (b == 1) then
      f = 1
    else
      call go_on(b - 1, f)
      f = f*a
    end if
  end function
  subroutine go_on(n, f)
    integer, intent(in) :: n
    integer, intent(out) :: f
    f = product_of(n)
  end subroutine
  subroutine count_calls
    integer :: n, m
    equivalence (n, m)
    logical :: first = .true.
    if (first) n = 0
    first = .false.
    m = m + 1
    print *, n
  end subroutine
end program
