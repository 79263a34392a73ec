! Generic names that are also the names of their specific procedures, with bodies in a submodule.
module seeds
  implicit none
  private
  public :: seed_of, twice
  interface seed_of
    module subroutine seed_of(seed)
      integer, intent(inout) :: seed
    end subroutine seed_of
    module subroutine seed_of_real(seed)
      real, intent(inout) :: seed
    end subroutine
  end interface seed_of
  interface twice
    pure module function twice(x)
      integer, intent(in) :: x
      integer :: twice
    end function twice
    module procedure twice_real
  end interface
contains
  pure real function twice_real(x)
    real, intent(in) :: x
    twice_real = x + x
  end function
end module

submodule (seeds) bodies
  implicit none
contains
  module subroutine seed_of(seed)
    integer, intent(inout) :: seed
    real :: r
    r = 1.5
    call seed_of_real(r)
    seed = seed + twice(1) + int(r)
  end subroutine
  module procedure seed_of_real
    seed = twice(seed)
  end procedure
  module procedure twice
    twice = 2*x
  end procedure
end submodule

program p
  use seeds
  implicit none
  integer :: i = 1
  real :: r = 0.25
  call seed_of(i)
  call seed_of(r)
  print *, i, r, twice(4), twice(4.5)
end program
