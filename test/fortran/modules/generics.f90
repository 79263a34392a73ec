module vectors
  implicit none
  private
  public :: vec2, operator(+), operator(*), assignment(=), operator(.dot.), norm, dp, describe
  integer, parameter :: dp = kind(1.0d0)
  type vec2
    real(dp) :: x = 0, y = 0
  end type
  interface operator(+)
    module procedure add
  end interface
  interface operator(*)
    module procedure scale_left, scale_right
  end interface
  interface operator(.dot.)
    module procedure dotp
  end interface
  interface assignment(=)
    module procedure from_real, from_array
  end interface
  interface norm
    module procedure norm_vec, norm_arr
  end interface
  interface describe
    procedure describe_int, describe_real, describe_char
  end interface
contains
  elemental function add(a, b) result(c)
    type(vec2), intent(in) :: a, b
    type(vec2) :: c
    c%x = a%x + b%x
    c%y = a%y + b%y
  end function
  function scale_left(s, a) result(c)
    real(dp), intent(in) :: s
    type(vec2), intent(in) :: a
    type(vec2) :: c
    c = vec2(s * a%x, s * a%y)
  end function
  function scale_right(a, s) result(c)
    type(vec2), intent(in) :: a
    real(dp), intent(in) :: s
    type(vec2) :: c
    c = s * a
  end function
  real(dp) function dotp(a, b)
    type(vec2), intent(in) :: a, b
    dotp = a%x * b%x + a%y * b%y
  end function
  subroutine from_real(a, r)
    type(vec2), intent(out) :: a
    real(dp), intent(in) :: r
    a%x = r
    a%y = r
  end subroutine
  subroutine from_array(a, r)
    type(vec2), intent(out) :: a
    real(dp), intent(in) :: r(2)
    a%x = r(1)
    a%y = r(2)
  end subroutine
  real(dp) function norm_vec(a)
    type(vec2), intent(in) :: a
    norm_vec = sqrt(a .dot. a)
  end function
  real(dp) function norm_arr(a)
    real(dp), intent(in) :: a(:)
    norm_arr = sqrt(sum(a**2))
  end function
  subroutine describe_int(i)
    integer, intent(in) :: i
    print *, 'integer', i
  end subroutine
  subroutine describe_real(r)
    real(dp), intent(in) :: r
    print *, 'real', r
  end subroutine
  subroutine describe_char(c)
    character(*), intent(in) :: c
    print *, 'char ', c
  end subroutine
end module
module counter
  implicit none
  integer, save :: count = 0
  integer, parameter :: limits(3) = [10, 20, 30]
contains
  subroutine increment
    count = count + 1
  end subroutine
end module
program main
  use vectors
  use counter, only: increment, total => count, limits
  implicit none
  type(vec2) :: a, b, c, arr(2)
  a = 1.5_dp
  b = [3.0_dp, 4.0_dp]
  c = a + b
  print *, c%x, c%y
  c = 2.0_dp * c
  print *, c
  c = c * 0.5_dp
  print *, c, a .dot. b, norm(b), norm([3.0_dp, 4.0_dp])
  arr = [a, b]
  arr = arr + b
  print *, arr(2)%x, arr%y
  call describe(1)
  call describe(1.5_dp)
  call describe('text')
  call increment
  call increment
  print *, total, limits, limits(2)
end program
