! Operators between intrinsic and derived types, unary and binary, arrays by elemental procedures, precedence of user operators.
module money
  implicit none
  type amount
    integer :: cents = 0
  end type
  interface operator(+)
    module procedure add
  end interface
  interface operator(-)
    module procedure minus, negative
  end interface
  interface operator(*)
    module procedure times, times_reversed
  end interface
  interface operator(<)
    module procedure less
  end interface
  interface operator(.percent.)
    module procedure percent
  end interface
  interface operator(//)
    module procedure join
  end interface
  interface sum
    module procedure total
  end interface
contains
  elemental type(amount) function add(a, b)
    type(amount), intent(in) :: a, b
    add%cents = a%cents + b%cents
  end function
  elemental type(amount) function minus(a, b)
    type(amount), intent(in) :: a, b
    minus%cents = a%cents - b%cents
  end function
  elemental type(amount) function negative(a)
    type(amount), intent(in) :: a
    negative%cents = -a%cents
  end function
  elemental type(amount) function times(a, k)
    type(amount), intent(in) :: a
    integer, intent(in) :: k
    times%cents = a%cents*k
  end function
  elemental type(amount) function times_reversed(k, a)
    integer, intent(in) :: k
    type(amount), intent(in) :: a
    times_reversed = a*k
  end function
  elemental logical function less(a, b)
    type(amount), intent(in) :: a, b
    less = a%cents < b%cents
  end function
  elemental type(amount) function percent(p, a)
    integer, intent(in) :: p
    type(amount), intent(in) :: a
    percent%cents = p*a%cents/100
  end function
  function join(a, b) result(text)
    character(*), intent(in) :: a
    type(amount), intent(in) :: b
    character(:), allocatable :: text
    character(12) :: buffer
    write (buffer, '(i0,".",i2.2)') b%cents/100, mod(b%cents, 100)
    text = a // trim(buffer)
  end function
  pure type(amount) function total(list)
    type(amount), intent(in) :: list(:)
    total%cents = sum(list%cents)
  end function
end module
program use_money
  use money
  implicit none
  type(amount) :: wallet(3) = [amount(150), amount(275), amount(1000)], x
  x = wallet(1) + 2*wallet(2) - amount(50)
  print *, x, -x, wallet < amount(500), sum(wallet), sum([1, 2, 3])
  print *, 'price ' // x, 20 .percent. wallet(3) + wallet(1)
  wallet = wallet*2 + amount(1)
  print *, wallet, count(wallet < x)
end program
