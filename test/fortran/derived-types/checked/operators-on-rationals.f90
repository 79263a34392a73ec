! Operator overloading: intrinsic and defined operators, precedence, unary, relations, assignment, arrays, constructors.
module rationals
  implicit none
  private
  public :: rational, operator(+), operator(-), operator(*), operator(/), operator(**), operator(==), operator(<), &
    operator(//), operator(.over.), operator(.inverse.), assignment(=), abs, sum
  type :: rational
    integer :: n = 0, d = 1
  end type
  interface rational
    procedure from_text
  end interface
  interface operator(+)
    procedure plus, plus_integer
  end interface
  interface operator(-)
    procedure minus, negate
  end interface
  interface operator(*)
    procedure times, integer_times
  end interface
  interface operator(/)
    procedure divide
  end interface
  interface operator(**)
    procedure power
  end interface
  interface operator(==)
    procedure equal
  end interface
  interface operator(<)
    procedure less
  end interface
  interface operator(//)
    procedure append
  end interface
  interface operator(.over.)
    procedure over
  end interface
  interface operator(.inverse.)
    procedure inverse
  end interface
  interface assignment(=)
    procedure assign_integer, assign_real
  end interface
  interface abs
    procedure absolute
  end interface
  interface sum
    procedure total
  end interface
contains
  elemental type(rational) function over(n, d)
    integer, intent(in) :: n, d
    integer :: a, b, t
    a = abs(n)
    b = abs(d)
    do while (b /= 0)
      t = mod(a, b)
      a = b
      b = t
    end do
    over = rational(sign(1, d)*n/a, abs(d)/a)
  end function
  elemental type(rational) function plus(a, b)
    type(rational), intent(in) :: a, b
    plus = (a%n*b%d + b%n*a%d) .over. (a%d*b%d)
  end function
  elemental type(rational) function plus_integer(a, b)
    type(rational), intent(in) :: a
    integer, intent(in) :: b
    plus_integer = rational(a%n + b*a%d, a%d)
  end function
  elemental type(rational) function minus(a, b)
    type(rational), intent(in) :: a, b
    minus = a + (-b)
  end function
  elemental type(rational) function negate(a)
    type(rational), intent(in) :: a
    negate = rational(-a%n, a%d)
  end function
  elemental type(rational) function times(a, b)
    type(rational), intent(in) :: a, b
    times = a%n*b%n .over. a%d*b%d
  end function
  elemental type(rational) function integer_times(a, b)
    integer, intent(in) :: a
    type(rational), intent(in) :: b
    integer_times = a*b%n .over. b%d
  end function
  elemental type(rational) function divide(a, b)
    type(rational), intent(in) :: a, b
    divide = a*.inverse.b
  end function
  elemental type(rational) function power(a, k)
    type(rational), intent(in) :: a
    integer, intent(in) :: k
    power = rational(a%n**abs(k), a%d**abs(k))
    if (k < 0) power = .inverse.power
  end function
  elemental type(rational) function inverse(a)
    type(rational), intent(in) :: a
    inverse = a%d .over. a%n
  end function
  elemental logical function equal(a, b)
    type(rational), intent(in) :: a, b
    equal = a%n*b%d == b%n*a%d
  end function
  elemental logical function less(a, b)
    type(rational), intent(in) :: a, b
    less = a%n*b%d < b%n*a%d
  end function
  function append(text, a) result(r)
    character(*), intent(in) :: text
    type(rational), intent(in) :: a
    character(:), allocatable :: r
    character(24) :: digits
    write (digits, '(i0, a, i0)') a%n, '/', a%d
    if (a%d == 1) write (digits, '(i0)') a%n
    r = text//trim(digits)
  end function
  elemental subroutine assign_integer(a, b)
    type(rational), intent(out) :: a
    integer, intent(in) :: b
    a%n = b
  end subroutine
  elemental subroutine assign_real(a, b)
    type(rational), intent(out) :: a
    real, intent(in) :: b
    a = nint(b*64) .over. 64
  end subroutine
  elemental type(rational) function absolute(a)
    type(rational), intent(in) :: a
    absolute = rational(abs(a%n), a%d)
  end function
  pure type(rational) function total(v)
    type(rational), intent(in) :: v(:)
    integer :: i
    do i = 1, size(v)
      total = total + v(i)
    end do
  end function
  type(rational) function from_text(text)
    character(*), intent(in) :: text
    integer :: slash
    slash = index(text, '/')
    read (text(:slash - 1), *) from_text%n
    read (text(slash + 1:), *) from_text%d
  end function
end module
program operators_on_rationals
  use rationals
  implicit none
  type(rational) :: a, b, v(4)
  integer :: i
  a = 1 .over. 2
  b = 2 .over. (-6)
  print *, 'a = '//a//' b = '//b
  print *, ''//(a + b)//' '//(a - b)//' '//(a*b)//' '//(a/b)//' '//(-a)
  print *, ''//(a + 2*b)//' '//a**3//' '//b**(-2)//' '//(a + 5)//' '//abs(b)//' '//(-b**2)
  print *, a == (4 .over. 8), a < b, b < a, a == b, .not. a == b
  v = [(1 .over. i*(i + 1), i=1, 4)]
  print *, ''//sum(v), v%n, v%d
  v = v*a
  print *, v%d, all(v < a), count(v == (1 .over. 24))
  v = 3
  v(2) = 0.375
  v(3:4) = [-1.5, 2.0]
  print *, v
  a = rational('-7/4')
  print *, ''//a//' '//.inverse.a, sum([1, 2, 3]), abs(-4)
end program
