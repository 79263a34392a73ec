! IEEE exception flags: raised by arithmetic, preserved, and saved and restored by procedures.
program ieee_flags
  use, intrinsic :: ieee_arithmetic
  implicit none
  real, volatile :: a, b, c
  real(8), volatile :: x, y, z
  integer, volatile :: i
  integer(8), volatile :: n
  logical :: l(5)
  logical, volatile :: m
  type(ieee_status_type) :: status
  call check('nothing')
  a = 1; b = 3; c = a/b; call check('1/3')
  a = 6; b = 3; c = a/b; call check('6/3')
  b = 0; c = a/b; call check('6/0')
  a = 0; c = a/b; call check('0/0')
  c = a + 1; call check('0+1')
  a = huge(a); c = a*2; call check('huge*2')
  c = a + a; call check('huge+huge')
  c = a + 1; call check('huge+1')
  c = a - a; call check('huge-huge')
  b = tiny(b); c = b/2; call check('tiny/2')
  c = b/3; call check('tiny/3')
  c = b*0.3; call check('tiny*0.3')
  c = c*b; call check('to zero')
  x = 0.1d0; y = x + 0.2d0; call check('0.1+0.2')
  y = x*x; call check('0.1*0.1')
  y = x - 0.05d0; call check('0.1-0.05')
  x = 1d-310; y = x*x; call check('small squared')
  y = x*1d10; call check('small times 1d10')
  y = x/3; call check('small/3')
  x = 2d0**(-1000); y = x*1.5d0; call check('exact and small')
  x = 2; y = sqrt(x); call check('sqrt 2')
  x = 4; y = sqrt(x); call check('sqrt 4')
  x = -1; y = sqrt(x); call check('sqrt -1')
  z = y + 1; call check('a quiet NaN')
  m = y == 1; call check('NaN == 1')
  m = y < 1; call check('NaN < 1')
  x = 0; y = log(x); call check('log 0')
  x = -1; y = log(x); call check('log -1')
  x = 1000; y = exp(x); call check('exp 1000')
  x = 1; y = exp(x); call check('exp 1')
  x = 0.1d0; a = real(x); call check('0.1 in single')
  x = 1d300; a = real(x); call check('1d300 in single')
  x = 1d-44; a = real(x); call check('1d-44 in single')
  x = 0.5d0; a = real(x); call check('0.5 in single')
  x = 2.5d0; i = int(x); call check('int 2.5')
  x = 3; i = int(x); call check('int 3')
  x = 1d20; n = int(x, 8); call check('int 1d20')
  i = 16777217; a = real(i); call check('real 2**24+1')
  n = 2_8**53 + 1; x = real(n, 8); call check('real 2**53+1')
  i = 7; x = real(i, 8); call check('real 7')
  x = 1.5d0; y = x**3; call check('1.5**3')
  x = 1.1d0; y = x**3; call check('1.1**3')
  x = 0; y = x**(-1); call check('0**(-1)')
  call ieee_set_flag([ieee_invalid, ieee_underflow], [.true., .true.])
  call ieee_get_status(status)
  call ieee_set_flag(ieee_all, .false.)
  call ieee_get_flag(ieee_all, l)
  print *, l
  call ieee_set_status(status)
  call ieee_get_flag(ieee_all, l)
  print *, l
  call ieee_set_flag(ieee_all, .false.)
  call ieee_set_flag(ieee_overflow, .true.)
  call divide
  call check('the caller keeps')
  call ieee_set_flag(ieee_overflow, .true.)
  call plain
  call check('no module')
  print *, ieee_support_flag(ieee_overflow), ieee_support_flag(ieee_inexact, x)
contains
  subroutine check(what)
    character(*), intent(in) :: what
    logical :: raised(5)
    call ieee_get_flag(ieee_all, raised)
    print '(a, t24, 5(1x, a))', what, merge(['ovf', 'div', 'inv', 'unf', 'inx'], '   ', raised)
    call ieee_set_flag(ieee_all, .false.)
  end subroutine
  subroutine divide
    use, intrinsic :: ieee_exceptions
    logical :: raised(5)
    real, volatile :: p, q
    call ieee_get_flag(ieee_all, raised)
    print *, raised
    p = 1
    q = 0
    p = p/q
    call ieee_get_flag(ieee_all, raised)
    print *, raised
  end subroutine
  subroutine plain
    real, volatile :: p
    p = 1
    p = p/3
  end subroutine
end program
