! PUBLIC and PRIVATE for names from other modules; names that EQUIVALENCE makes local; END alone as the main program.
module counters
  integer :: count = 3, other = 4
end module
module first
  use counters, only: one => count
end module
module second
  use counters, only: two => count, other
end module
module both
  use first
  use second
  use, intrinsic :: iso_fortran_env, only: word => int32
  private
  public :: one, two, word
end module
module siblings
  integer :: calls = 0
contains
  subroutine work
    integer :: detail = 42
    call outside(step, detail)
  end subroutine
  subroutine step
    calls = calls + 1
  end subroutine
  subroutine detail
  end subroutine
end module
subroutine outside(action, value)
  integer :: value
  call action
  print *, 'value', value
end subroutine
subroutine main
  use both
  use siblings
  integer(word) :: k
  real :: a
  other = 1.5
  one = one + 1
  a = 1.0
  k = two
  call inner
  call work
  print *, k, other, a, calls
contains
  subroutine inner
    real :: b
    equivalence (a, b)
    b = 2.0
    print *, 'inner', a
  end subroutine
end subroutine
program start
  call main
end program
