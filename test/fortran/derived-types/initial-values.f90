! Initial values by type: arrays passed to or returned by a procedure, DATA for parts, EQUIVALENCE; constructors of
! extended types, whose first value may be a whole parent.
module shapes
  implicit none
  type :: point
    real :: x = 1.5, y = -1.5
    integer, allocatable :: tags(:)
  end type
  type :: dot
    real :: x = 1.5, y = -1.5
  end type
  type, extends(point) :: disc
    real :: radius = 1.0
  end type
  type, extends(disc) :: ring
    real :: hole = 0.5
    character(4) :: name = 'ring'
  end type
end module

subroutine linked
  type :: link
    integer, pointer :: to
  end type
  type(link) :: l
  integer, save, target :: number = 42
  data l%to / number /
  print *, l%to
end subroutine

program initial_values
  use shapes, only: point, dot, circle => disc, ring
  implicit none
  type, extends(circle) :: ball
    integer :: id = 7
  end type
  type :: pair
    sequence
    integer :: a = 11, b = 12
  end type
  type(point) :: p(3)
  type(dot) :: d(3)
  type(ball) :: b
  type(ring) :: r
  type(pair) :: both
  integer :: raw(2)
  equivalence (both, raw)
  integer :: odd(3), k
  data (odd(k:k+2:k+1), k=1,2) / 1, 2, 3 /

  d = fresh(1)
  print '(6f6.2)', d%x, d%y
  d = fresh(1)
  print '(6f6.2)', d%x, d%y
  p(1)%tags = [1, 2, 3]
  call reset(p)
  print '(6f6.2)', p%x, p%y
  p%x = 0
  call reset_shaped(p(1:3:2))
  print '(6f6.2)', p%x, p%y
  call reset_maybe(2)
  call linked
  print *, raw, odd

  b = ball(circle(point(1.0, 2.0), 3.0), 9)
  print '(3f6.2,i4)', b%x, b%circle%y, b%radius, b%id
  b = ball(point(4.0, 5.0), 6.0)
  print '(3f6.2,i4)', b%x, b%y, b%circle%radius, b%id
  b = ball(x=7.0, y=8.0, radius=9.0, tags=[3, 4])
  print '(3f6.2,3i4)', b%x, b%y, b%radius, b%id, b%tags
  b = ball(circle=circle(radius=0.25), id=3)
  print '(3f6.2,i4)', b%x, b%y, b%radius, b%id
  r = ring(circle(point(2.0, 3.0), 4.0), 0.125, 'o')
  print '(4f7.3,1x,a)', r%x, r%y, r%radius, r%hole, r%name
contains
  function fresh(by)
    integer, intent(in) :: by
    type(dot) :: fresh(3)
    integer :: i
    do i = 1, 3
      fresh(i)%x = fresh(i)%x + i * by
    end do
  end function
  subroutine reset(q)
    type(point), intent(out) :: q(3)
    if (allocated(q(1)%tags)) stop 2
    q(2)%y = 8
  end subroutine
  subroutine reset_shaped(q)
    type(point), intent(out) :: q(:)
  end subroutine
  subroutine reset_maybe(n, q)
    integer, intent(in) :: n
    type(point), intent(out), optional :: q(n)
    if (present(q)) stop 3
  end subroutine
end program
