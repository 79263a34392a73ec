! Submodules: separate procedures in both forms, a submodule of a submodule, private state, module variables, generics.
module bank
  implicit none
  private
  public :: account, deposit, report, transfer, rate, fee
  type :: account
    private
    real :: balance = 0
    character(8) :: owner = 'nobody'
  end type
  real, protected :: rate = 0.5
  interface account
    module procedure new_account
  end interface
  interface
    module function new_account(owner, amount) result(r)
      character(*), intent(in) :: owner
      real, intent(in), optional :: amount
      type(account) :: r
    end function
    module subroutine deposit(a, amount)
      type(account), intent(inout) :: a
      real, intent(in) :: amount
    end subroutine
    module subroutine report(a)
      type(account), intent(in) :: a
    end subroutine
    module subroutine transfer(from, to, amount, ok)
      type(account), intent(inout) :: from, to
      real, intent(in) :: amount
      logical, intent(out) :: ok
    end subroutine
    pure module function fee(amount) result(f)
      real, intent(in) :: amount
      real :: f
    end function
  end interface
end module
submodule (bank) basics
  implicit none
  integer :: operations = 0
  real, parameter :: limit = 1000
  interface
    module subroutine check(a)
      type(account), intent(inout) :: a
    end subroutine
  end interface
contains
  module procedure new_account
    r%owner = owner
    if (present(amount)) r%balance = amount
    operations = operations + 1
  end procedure
  module subroutine deposit(a, amount)
    type(account), intent(inout) :: a
    real, intent(in) :: amount
    a%balance = a%balance + amount
    call count
    call check(a)
  end subroutine
  module procedure report
    print '(a, f9.2, i4)', a%owner, a%balance, operations
  end procedure
  module procedure fee
    f = amount*rate/100
  end procedure
  subroutine count
    operations = operations + 1
    if (mod(operations, 4) == 0) rate = rate + 0.25
  end subroutine
end submodule
submodule (bank:basics) moves
  implicit none
contains
  module procedure transfer
    ok = from%balance >= amount + fee(amount)
    if (.not. ok) return
    from%balance = from%balance - amount - fee(amount)
    call deposit(to, amount)
    call count
  end procedure
  module procedure check
    if (a%balance > limit) print *, 'over the limit: ', trim(a%owner), a%balance - limit
    a%balance = min(a%balance, limit)
  end procedure
end submodule
program submodule_tree
  use bank
  implicit none
  type(account) :: a, b, c
  logical :: ok
  a = account('ann', 100.)
  b = account('bob')
  call report(a)
  call report(b)
  call transfer(a, b, 40., ok)
  print *, ok, rate
  call report(a)
  call report(b)
  call transfer(b, a, 40., ok)
  print *, ok, fee(200.)
  call deposit(b, 1200.)
  call report(b)
  call report(c)
end program
