! Modules: private and public names, renaming, ONLY, protected variables, SAVE, module initial values, nesting.
module base
  implicit none
  private
  integer, public, parameter :: wp = kind(1d0)
  real(wp), public, protected :: total = 0
  integer, public :: calls = 0
  integer :: hidden = 5
  type, public :: account
    private
    real(wp) :: amount = 0
  end type
  public :: add, get_hidden, deposit, balance
contains
  subroutine add(x)
    real(wp), intent(in) :: x
    total = total + x
    calls = calls + 1
    hidden = hidden + 1
  end subroutine
  integer function get_hidden()
    get_hidden = hidden
  end function
  subroutine deposit(a, x)
    type(account), intent(inout) :: a
    real(wp), intent(in) :: x
    a%amount = a%amount + x
  end subroutine
  real(wp) function balance(a)
    type(account), intent(in) :: a
    balance = a%amount
  end function
end module
module middle
  use base, only: wp, increase => add, total
  implicit none
  integer, parameter :: hidden = 77
contains
  subroutine add_twice(x)
    real(wp), intent(in) :: x
    call increase(x)
    call increase(x)
  end subroutine
end module
program access
  use base, sum_so_far => total
  use middle, only: add_twice, secret => hidden
  implicit none
  type(account) :: mine
  integer :: i
  call add(1.5_wp)
  call add_twice(2._wp)
  print *, sum_so_far, calls, get_hidden(), secret
  call deposit(mine, 10._wp)
  call deposit(mine, 0.25_wp)
  print *, balance(mine)
  do i = 1, 3
    print *, next()
  end do
contains
  integer function next()
    integer, save :: state = 10
    integer :: local
    local = 1
    state = state + local
    next = state
  end function
end program
