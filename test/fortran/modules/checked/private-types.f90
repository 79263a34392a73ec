! Opaque types: private components, public operations, a private type inside a public one, constants and counters.
module accounts
  implicit none
  private
  type entry
    real :: amount = 0
    character(6) :: note = ''
  end type
  type, public :: account
    private
    type(entry) :: log(10)
    integer :: used = 0
  contains
    procedure, public :: deposit, withdraw, balance, statement
    procedure, private :: record
  end type
  integer, parameter, public :: ok = 0, refused = 1
contains
  subroutine record(self, amount, note)
    class(account), intent(inout) :: self
    real, intent(in) :: amount
    character(*), intent(in) :: note
    self%used = self%used + 1
    self%log(self%used) = entry(amount, note)
  end subroutine
  subroutine deposit(self, amount)
    class(account), intent(inout) :: self
    real, intent(in) :: amount
    call self%record(amount, 'in')
  end subroutine
  integer function withdraw(self, amount) result(status)
    class(account), intent(inout) :: self
    real, intent(in) :: amount
    status = merge(ok, refused, self%balance() >= amount)
    if (status == ok) call self%record(-amount, 'out')
  end function
  pure real function balance(self)
    class(account), intent(in) :: self
    balance = sum(self%log(:self%used)%amount)
  end function
  subroutine statement(self)
    class(account), intent(in) :: self
    integer :: i
    do i = 1, self%used
      print '(i2,1x,a,f8.2,f9.2)', i, self%log(i)%note, self%log(i)%amount, sum(self%log(:i)%amount)
    end do
  end subroutine
end module
program use_accounts
  use accounts
  implicit none
  type(account) :: a
  call a%deposit(100.)
  call a%deposit(50.5)
  print *, a%withdraw(120.) == ok, a%withdraw(40.) == refused
  call a%statement()
  print '(f8.2)', a%balance()
end program
