! flags: -fdefault-real-8 -fdefault-double-8
! Default REAL and COMPLEX have kind 8, DOUBLE PRECISION is unchanged; so are explicit kinds.
module numbers
  use iso_c_binding, only: c_float, c_double
  implicit none
  real, parameter :: third = 1.0 / 3.0
  real(c_float) :: single = 1.0 / 3.0
  complex :: z = (1.5, -0.25)
  interface show
    procedure show_4, show_8, show_c8
  end interface
contains
  subroutine show_4(x)
    real(4), intent(in) :: x
    print *, 'four', x
  end subroutine
  subroutine show_8(x)
    real(8), intent(in) :: x
    print *, 'eight', x
  end subroutine
  subroutine show_c8(x)
    complex(8), intent(in) :: x
    print *, 'complex', x
  end subroutine
end module

program default_real_8
  use numbers
  implicit real (a-h, o-z)
  double precision :: d = 0.1d0
  real*4 :: four = 0.1
  real :: row(3) = [0.1, 0.2, 0.3]
  complex :: grid(2)
  character(40) :: text
  real, intrinsic :: sin, alog
  intrinsic :: dsin, real
  namelist /group/ d, four, row, z
  common /block/ row, four, after
  real :: pair(2)
  complex :: together
  equivalence (pair, together)
  call show(third)
  call show(single)
  call show(1.0)
  call show(1.0_4)
  call show(1d0)
  call show(real(1))
  call show(real(2d0, 4))
  call show(float(7))
  call show(sngl(d))
  call show(dble(3))
  call show(cmplx(1))
  call show(z * 2)
  call show(aimag(z))
  call show(sqrt(2.0))
  call show(amax1(0.1, 0.2))
  call show(amax0(1, 2))
  call show(dprod(0.1, 0.2))
  call show(conjg((1.0, 2.0)))
  print *, third, single, z, d, four, row, 0.1, 1e-30
  print '(f12.9,1x,es14.7,1x,g0,1x,e12.4e3)', third, single, 0.1, z
  print *, huge(third), epsilon(1.0), tiny(1.0), precision(1.0), range(1.0), kind((1.0, 2)), digits(four)
  print *, storage_size(third), storage_size(z), storage_size(four), implicit_one(), kind(xyz)
  print *, sum(row), maxval(row), dot_product(row, row), norm2(row), atan2(1.0, 2.0), mod(5.5, 2.0), exp(1.0)
  print *, nearest(1.0, 2.0) - 1.0, spacing(1.0), scale(1.0, 3), fraction(6.0), anint(2.5), aint(2.7), dim(2.5, 1.0)
  print *, applied(sin, 1.0), applied(dsin, 1d0), applied(alog, 2.0), transfer(1.0, 1_8), real(z), int(third * 10)
  write (*, nml=group)
  text = '0.7 (1.25,2.5)'
  read (text, *) x, together
  print *, x, pair
  write (text, '(f20.15)') third
  read (text, *) x
  print *, x == third, text
  grid = [(0.1, 0.2), (1, 2)]
  print *, grid, abs(grid), merge(1.0, 2.0, row > 0.15)
  inquire (iolength=length) row, four, z
  print *, length
  call random_number(x)
  call cpu_time(y)
  print *, x < 1, y >= 0, kind(x), kind(y)
  call legacy
contains
  real function implicit_one()
    implicit_one = 0.1
  end function
  real function applied(f, x)
    real, external :: f
    real, intent(in) :: x
    applied = f(x)
  end function
end program

subroutine legacy
  common /block/ r(3), s
  real*4 s
  data t /0.1/, u /1/
  r(1) = 0.1
  print *, r(1), t, u, -t, 2 * t, t ** 2, t ** 0.5
end subroutine
