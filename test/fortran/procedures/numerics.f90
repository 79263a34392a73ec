module quadrature
  implicit none
  integer, parameter :: wp = kind(1d0)
  type, abstract :: integrand
  contains
    procedure(eval_i), deferred :: eval
  end type
  abstract interface
    real(wp) function eval_i(self, x)
      import :: integrand, wp
      class(integrand), intent(in) :: self
      real(wp), intent(in) :: x
    end function
  end interface
  type, extends(integrand) :: poly
    real(wp), allocatable :: c(:)
  contains
    procedure :: eval => poly_eval
  end type
  interface poly
    module procedure :: new_poly
  end interface
contains
  pure type(poly) function new_poly(c) result(p)
    real(wp), intent(in) :: c(:)
    p%c = c
  end function
  real(wp) function poly_eval(self, x) result(y)
    class(poly), intent(in) :: self
    real(wp), intent(in) :: x
    integer :: i
    y = 0
    do i = size(self%c), 1, -1
      y = y * x + self%c(i)
    end do
  end function
  recursive real(wp) function adaptive(f, a, b, tol) result(s)
    class(integrand), intent(in) :: f
    real(wp), intent(in) :: a, b, tol
    real(wp) :: m, whole, halves
    m = (a + b) / 2
    whole = simpson(f, a, b)
    halves = simpson(f, a, m) + simpson(f, m, b)
    if (abs(whole - halves) < 15 * tol) then
      s = halves
    else
      s = adaptive(f, a, m, tol / 2) + adaptive(f, m, b, tol / 2)
    end if
  end function
  real(wp) function simpson(f, a, b)
    class(integrand), intent(in) :: f
    real(wp), intent(in) :: a, b
    simpson = (b - a) / 6 * (f%eval(a) + 4 * f%eval((a + b) / 2) + f%eval(b))
  end function
end module
program main
  use quadrature
  implicit none
  type(poly) :: p
  real(wp), dimension(:, :), allocatable :: a, l
  real(wp), allocatable :: eig(:)
  integer :: i, j, k, n = 4
  p = poly([1._wp, 2._wp, 3._wp])
  print '(f12.8)', adaptive(p, 0._wp, 1._wp, 1e-8_wp)
  allocate (a(n, n), l(n, n))
  do concurrent (i = 1:n, j = 1:n)
    a(i, j) = 1._wp / (i + j - 1)
  end do
  l = 0
  do j = 1, n
    l(j, j) = sqrt(a(j, j) - dot_product(l(j, :j - 1), l(j, :j - 1)))
    do i = j + 1, n
      l(i, j) = (a(i, j) - dot_product(l(i, :j - 1), l(j, :j - 1))) / l(j, j)
    end do
  end do
  do i = 1, n
    print '(*(f10.6))', l(i, :i)
  end do
  allocate (eig(n), source=1._wp)
  do k = 1, 50
    eig = matmul(a, eig)
    eig = eig / norm2(eig)
  end do
  print '(4f10.6)', eig
  print '(f10.6)', dot_product(eig, matmul(a, eig))
  associate (row => a(2, :), tr => sum([(a(i, i), i = 1, n)]))
    print '(5f9.5)', row, tr
  end associate
end program
