! Complex arithmetic in both precisions: parts, polar form, powers, roots of polynomials, arrays, printing.
program complex_numbers
  implicit none
  complex :: z = (3., 4.), w, v(3)
  complex(8) :: a, roots(3)
  integer :: i
  w = conjg(z)*(0., 1.)
  print *, z + w, z*w, z/(1., -1.), abs(z), real(z), aimag(w), z**2, z == (3., 4.)
  print *, z%re, z%im, cmplx(1, 2), cmplx(2.5), cmplx(1d0, 2d0, 8), kind(cmplx(1d0, 0d0, kind=8))
  v = [(cmplx(i, -i), i = 1, 3)]
  v%im = v%im*2
  print *, v, sum(v), product(v), dot_product(v, v), v(2)%re
  a = (0d0, 1d0)
  print '(2f10.6)', a**a, exp(a*acos(-1d0)), sqrt(a), log(a), a**3, sin(a), cosh(a)
  roots = [((0.4d0, 0.9d0)**i, i = 0, 2)]
  do i = 1, 50
    call improve()
  end do
  print '(3(2f9.5,2x))', roots
  print '(a,f6.2,sp,f6.2,"i")', 'z = ', 1.5, -2.25
  print *, polar(2., 0.), abs(polar(5., 1.)) - 5 < 1e-5
contains
  subroutine improve()
    integer :: k
    complex(8) :: d
    do k = 1, 3
      d = product(roots(k) - pack(roots, [1, 2, 3] /= k))
      roots(k) = roots(k) - ((roots(k) - 3)*roots(k)**2 + 3*roots(k) - 5)/d
    end do
  end subroutine
  elemental complex function polar(r, angle)
    real, intent(in) :: r, angle
    polar = r*exp(cmplx(0., angle))
  end function
end program
