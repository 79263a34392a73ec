! Function results: arrays of computed size, pointers, allocatable, characters, derived types, RESULT, prefix types.
module results_of
  implicit none
  type pair
    integer :: a, b
  end type
contains
  pure function outer_product(x, y) result(m)
    real, intent(in) :: x(:), y(:)
    real :: m(size(x), size(y))
    m = spread(x, 2, size(y))*spread(y, 1, size(x))
  end function
  function pointer_to(v, i) result(p)
    integer, target, intent(in) :: v(:)
    integer, intent(in) :: i
    integer, pointer :: p
    p => v(i)
  end function
  function even_part(v) result(p)
    integer, target, intent(in) :: v(:)
    integer, pointer :: p(:)
    p => v(2::2)
  end function
  character(len=3*n) function tripled(text, n)
    integer, intent(in) :: n
    character(n), intent(in) :: text
    tripled = text // text // text
  end function
  elemental type(pair) function swapped(p)
    type(pair), intent(in) :: p
    swapped = pair(p%b, p%a)
  end function
  function primes_up_to(n) result(p)
    integer, intent(in) :: n
    integer, allocatable :: p(:)
    integer :: i
    allocate (p(0))
    do i = 2, n
      if (all(mod(i, p) /= 0)) p = [p, i]
    end do
  end function
  complex(8) function rotate(z, angle)
    complex(8), intent(in) :: z
    real(8), intent(in) :: angle
    rotate = z*exp(cmplx(0, angle, 8))
  end function
  double precision function half(x)
    double precision, intent(in) :: x
    half = x/2
  end function
end module
program function_results
  use results_of
  implicit none
  integer, target :: v(6) = [1, 2, 3, 4, 5, 6]
  integer, pointer :: p, q(:)
  print *, outer_product([1., 2.], [3., 4., 5.])
  p => pointer_to(v, 3)
  p = 33
  q => even_part(v)
  q = -q
  print *, v, size(q)
  print *, tripled('ab', 2), len(tripled('xyz', 3))
  print *, swapped(pair(1, 2)), swapped([pair(3, 4), pair(5, 6)])
  print *, primes_up_to(30), size(primes_up_to(100)), sum(primes_up_to(10))
  print '(2f8.4)', rotate((1d0, 0d0), acos(-1d0)/2)
  print *, half(3d0), half(half(1d0)), maxval(outer_product([1., 5.], [2., 3.]))
end program
