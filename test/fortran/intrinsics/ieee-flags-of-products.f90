! IEEE exception flags of MATMUL and MOD
program p
  use ieee_exceptions
  use ieee_arithmetic
  implicit none
  logical :: f(5)
  integer :: i
  real :: a(2,2), b(2,2), z
  real(8) :: c(3), d(3,3), e
  integer :: ia(2,2)
  a = reshape([1.,2.,3.,4.],[2,2]); b = a
  call show('exact', matmul(a,b))
  a(1,1) = 0.1
  call show('inexact', matmul(a,b))
  a = huge(1.0)
  call show('overflow', matmul(a,b))
  a = tiny(1.0); b = 0.3
  call show('underflow', matmul(a,b))
  d = 1d0/3; c = [1d0,2d0,3d0]
  call ieee_set_flag(ieee_all, .false.)
  c = matmul(d, c)
  call told('vector')
  c = matmul(c, transpose(d))
  call told('vector 2')
  ia = matmul(reshape([1,2,3,4],[2,2]), reshape([1,2,3,4],[2,2]))
  call told('integer')
  z = 0
  z = mod(7.5, 2.0 + z)
  call told('mod')
  z = 0
  z = mod(7.5, z)
  call told('mod 0')
  e = mod(1d300, 0.7d0)
  call told('mod d')
  z = ieee_value(z, ieee_positive_inf)
  z = mod(z, 2.0)
  call told('mod inf')
contains
  subroutine show(s, m)
    character(*), intent(in) :: s
    real, intent(in) :: m(:,:)
    call told(s)
    print *, m(1,1)
    call ieee_set_flag(ieee_all, .false.)
  end subroutine
  subroutine told(s)
    character(*), intent(in) :: s
    call ieee_get_flag(ieee_all, f)
    print *, s, f
    call ieee_set_flag(ieee_all, .false.)
  end subroutine
end program
