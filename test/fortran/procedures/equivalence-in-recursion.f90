! Each call of a recursive procedure has its own variables, also in EQUIVALENCE, unless they are saved.
program test
  implicit none
  print *, factorial(5)
  print *, counted(3)
contains
  recursive integer function factorial(n) result(f)
    integer, intent(in) :: n
    integer :: a, b
    real :: r
    equivalence (a, b, r)
    b = n
    if (a == 1) then
      f = 1
    else
      f = factorial(b - 1)
      f = f*a
    end if
  end function
  recursive integer function counted(n) result(f)
    integer, intent(in) :: n
    integer, save :: calls = 0
    integer :: same
    equivalence (calls, same)
    calls = calls + 1
    if (n > 1) f = counted(n - 1)
    f = same*10 + n
  end function
end program
