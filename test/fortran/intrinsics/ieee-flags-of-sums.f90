! IEEE exception flags of SUM, PRODUCT and DOT_PRODUCT
program flags_of_sums
  use, intrinsic :: ieee_arithmetic
  implicit none
  real, volatile :: a(3), m(2, 2)
  real(8), volatile :: x(3), r
  logical, volatile :: mask(3)
  real, volatile :: c
  integer, volatile :: k(3)
  a = [1, 2, 4]
  x = [1, 2, 4]
  mask = [.true., .false., .true.]
  call check('nothing')
  c = sum(a); call check('exact sum')
  c = product(a); call check('exact product')
  r = dot_product(x, x); call check('exact dot product')
  k = [1, 2, 3]; k(1) = sum(k); call check('integers')
  a(2) = 1e-20; c = sum(a); call check('inexact sum')
  c = sum(a, mask); call check('masked')
  a = huge(1.0); c = sum(a); call check('overflow')
  c = product(a); call check('overflow of a product')
  a(2) = -huge(1.0); c = sum(a); call check('cancelled')
  a = ieee_value(1.0, ieee_positive_inf); a(3) = -a(1); c = sum(a); call check('infinities')
  x = 1d-200; r = product(x); call check('underflow')
  r = dot_product(x, x); call check('underflow of a dot product')
  x = [0.1d0, 0.2d0, 0.3d0]; r = dot_product(x, [1d0, 0d0, 0d0]); call check('exact terms')
  r = dot_product(x, x); call check('inexact terms')
  m = reshape([1.0, 1e-20, 3.0, 4.0], [2, 2])
  a(1:2) = sum(m, 2); call check('rows')
  a(1:2) = sum(m, 1); call check('columns')
  print *, c == c, r > 0, a(1)
contains
  subroutine check(what)
    character(*), intent(in) :: what
    logical :: l(5)
    call ieee_get_flag(ieee_all, l)
    print '(a, t30, 5l2)', what, l
    call ieee_set_flag(ieee_all, .false.)
  end subroutine
end program
