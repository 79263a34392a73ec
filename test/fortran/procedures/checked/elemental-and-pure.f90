! Elemental and pure procedures: with arrays and scalars mixed, as subroutines, optional arguments, in masks and FORALL.
module work
  implicit none
  interface scale
    procedure scale_int, scale_real
  end interface
contains
  elemental integer function scale_int(x, by)
    integer, intent(in) :: x
    integer, intent(in), optional :: by
    scale_int = 2*x
    if (present(by)) scale_int = x*by
  end function
  elemental real function scale_real(x, by)
    real, intent(in) :: x
    integer, intent(in), optional :: by
    scale_real = x/2
    if (present(by)) scale_real = x*by
  end function
  elemental subroutine order(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    if (a <= b) return
    t = a
    a = b
    b = t
  end subroutine
  pure function squares(n) result(r)
    integer, intent(in) :: n
    integer :: r(n), i
    r = [(i*i, i=1, n)]
  end function
  pure recursive integer function gcd(a, b) result(g)
    integer, intent(in) :: a, b
    g = a
    if (b /= 0) g = gcd(b, mod(a, b))
  end function
  elemental integer function common(a, b)
    integer, intent(in) :: a, b
    common = gcd(a, b)
  end function
  impure elemental subroutine tell(k, label)
    integer, intent(in) :: k
    character(*), intent(in) :: label
    print *, label, k
  end subroutine
  elemental function clip(s, n) result(r)
    character(*), intent(in) :: s
    integer, intent(in) :: n
    character(4) :: r
    r = s(:min(n, len(s)))
  end function
end module
program elementals
  use work
  implicit none
  integer :: a(4) = [9, 4, 7, 1], b(4) = [3, 8, 7, 0], m(2, 2), i
  real :: x(3) = [1., 2., 3.]
  print *, scale(3), scale(3, 5), scale(a), scale(a, by=b)
  print *, scale(x), scale(x, [1, 2, 3]), scale(1., by=3)
  call order(a, b)
  print *, a, b
  call order(a(1:2), a(4:3:-1))
  print *, a
  print *, common([12, 18, 35], 6), common(reshape([4, 6, 8, 9], [2, 2]), reshape([2, 3, 4, 6], [2, 2]))
  print *, sum(squares(4)), squares(3) + 1, size(squares(0))
  call tell([1, 2, 3], 'k =')
  call tell(7, ['a', 'b'])
  print *, clip(['abcdef', 'xyz   '], 2), '|', clip('hello', [1, 9]), '|'
  where (common(a, 4) == 1)
    a = scale(a, 10)
  elsewhere
    a = -a
  end where
  print *, a
  forall (i=1:2) m(i, :) = squares(2)*i
  print *, m, all(scale(m) == 2*m), count(common(m, 2) == 2)
end program
