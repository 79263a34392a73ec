! Derived types: constructors with keywords, defaults, nested components, arrays of types, assignment, I/O of parts.
program derived
  implicit none
  type point
    real :: x = 0, y = 0
  end type
  type segment
    type(point) :: a, b
    character(8) :: label = 'none'
    integer :: tags(3) = [1, 2, 3]
  end type
  type(point) :: p, q = point(3., 4.)
  type(segment) :: s, t(2)
  type(point), parameter :: origin = point(), unit_x = point(x=1.)
  integer :: i
  p = point(y=2., x=1.)
  s = segment(p, q)
  print *, p, q
  print *, s
  s%label = 'first'
  s%tags(2:) = s%tags(2:)*10
  t = s
  t(2)%a = point(-1., -1.)
  t(2)%label = 'second'
  print '(a,4f6.1,3i4)', (t(i)%label, t(i)%a, t(i)%b, t(i)%tags, i = 1, 2)
  t(:)%a%x = [7., 8.]
  print *, t%a%x, t%label, sum(t%b%y)
  print *, origin, unit_x%x
  t(1:2) = t(2:1:-1)
  print *, t%label
  print *, distance(t(1)), same(p, q), same(q, s%b)
  s = mirrored(s)
  print *, s%a, s%b
contains
  real function distance(seg)
    type(segment), intent(in) :: seg
    distance = hypot(seg%a%x - seg%b%x, seg%a%y - seg%b%y)
  end function
  logical function same(u, v)
    type(point), intent(in) :: u, v
    same = u%x == v%x .and. u%y == v%y
  end function
  type(segment) function mirrored(seg) result(m)
    type(segment), intent(in) :: seg
    m = segment(a=seg%b, b=seg%a, label='mirror', tags=seg%tags(3:1:-1))
  end function
end program
