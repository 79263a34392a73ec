! User operators, defined assignment, overloaded intrinsics and constructors.
module rationals
  implicit none
  private
  type, public :: rational
    integer :: n = 0, d = 1
  end type
  interface rational
    module procedure from_integer
  end interface
  interface operator(+)
    module procedure add, add_integer
  end interface
  interface operator(*)
    module procedure multiply
  end interface
  interface operator(-)
    module procedure negate, subtract
  end interface
  interface operator(==)
    module procedure equals
  end interface
  interface operator(.over.)
    module procedure over
  end interface
  interface operator(.inv.)
    module procedure inverse
  end interface
  interface assignment(=)
    module procedure to_real, set_integer
  end interface
  interface abs
    module procedure abs_rational
  end interface
  public :: operator(+), operator(*), operator(-), operator(==), operator(.over.), operator(.inv.), assignment(=), abs
contains
  recursive integer function gcd(a, b) result(g)
    integer, intent(in) :: a, b
    if (b == 0) then
      g = abs(a)
    else
      g = gcd(b, mod(a, b))
    end if
  end function
  elemental type(rational) function from_integer(i)
    integer, intent(in) :: i
    from_integer%n = i
  end function
  type(rational) function over(a, b)
    integer, intent(in) :: a, b
    integer :: g
    g = gcd(a, b)
    over%n = a/g*sign(1, b)
    over%d = abs(b)/g
  end function
  type(rational) function add(a, b)
    type(rational), intent(in) :: a, b
    add = over(a%n*b%d + b%n*a%d, a%d*b%d)
  end function
  type(rational) function add_integer(a, i)
    type(rational), intent(in) :: a
    integer, intent(in) :: i
    add_integer = a + rational(i)
  end function
  type(rational) function multiply(a, b)
    type(rational), intent(in) :: a, b
    multiply = over(a%n*b%n, a%d*b%d)
  end function
  type(rational) function negate(a)
    type(rational), intent(in) :: a
    negate = rational(-a%n, a%d)
  end function
  type(rational) function subtract(a, b)
    type(rational), intent(in) :: a, b
    subtract = a + (-b)
  end function
  logical function equals(a, b)
    type(rational), intent(in) :: a, b
    equals = a%n == b%n .and. a%d == b%d
  end function
  type(rational) function inverse(a)
    type(rational), intent(in) :: a
    inverse = over(a%d, a%n)
  end function
  subroutine to_real(x, a)
    real, intent(out) :: x
    type(rational), intent(in) :: a
    x = real(a%n)/a%d
  end subroutine
  subroutine set_integer(a, i)
    type(rational), intent(out) :: a
    integer, intent(in) :: i
    a = rational(i, 1)
  end subroutine
  type(rational) function abs_rational(a)
    type(rational), intent(in) :: a
    abs_rational = rational(abs(a%n), a%d)
  end function
end module
program operators
  use rationals
  implicit none
  type(rational) :: a, b, c
  real :: x
  integer :: i
  a = 1 .over. 2
  b = 3 .over. (-4)
  print *, a + b, a*b, a - b, -b, .inv. b
  print *, a + 2, abs(b), abs(-3), a == (2 .over. 4)
  c = 5
  x = c*a
  print *, c, x
  c = rational(0)
  do i = 1, 10
    c = c + (1 .over. i)
  end do
  x = c
  print *, c%n, c%d, x
  print *, rational([1, 2])
end program
