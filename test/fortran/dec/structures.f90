! flags: -fdec
! STRUCTURE and RECORD: nested, in arrays and modules, with initial values and fillers; periods before components.
module shapes
  implicit none
  structure /point/
    real x /1.5/
    real y /2.5/
  end structure
  structure /box/
    record /point/ low, high
    character*8 label /'unnamed'/
    integer*2 tags(3) /3*7/
    integer grid(2, 2) /1, 2, 2*9/
  end structure
  record /box/ shared
  interface operator(.over.)
    module procedure over
  end interface
contains
  real function over(a, b)
    record /point/ a, b
    intent(in) :: a, b
    over = (b.x - a.x) * (b.y - a.y)
  end function
  subroutine grow(b, by)
    record /box/ b
    real, intent(in) :: by
    b.high.x = b.high.x + by
    b.high.y = b.high.y + by
  end subroutine
end module

program structures
  use shapes
  implicit none
  structure /station/
    integer*4 id
    character*2 %fill
    logical open
    structure /reading/ first, all(4)
      real*8 value
      integer quality
    end structure
    structure where
      real lat, lon
    end structure
  end structure
  record /station/ s, list(3)
  record /reading/ r
  record /point/ point
  integer i
  logical both

  print '(2f6.2, 1x, a, 3i3, 4i3)', shared.low.x, shared.high.y, shared.label, shared.tags, shared.grid
  shared.high.x = 4.0
  call grow(shared, 2.0)
  print '(3f8.3)', shared.high.x, shared.high.y, shared.low .over. shared.high

  s.id = 17
  s.open = .true.
  s.first.value = 2.25d0
  s.first.quality = 3
  do i = 1, 4
    s.all(i) = s.first
    s.all(i).value = s.all(i).value * i
  end do
  s.where.lat = 60.5
  s.where.lon = -1.25
  r = s.all(3)
  print '(f8.3, i3, 2f8.3)', r.value, r.quality, s.where.lat, s.where.lon
  print '(4f8.3)', s.all.value

  list = s
  list(2).id = list(1).id + 1
  list(3).all(2).quality = 11
  both = list(1).open.and.list(2).id.eq.18.and..not.(list(3).all(2).quality.lt.11)
  print *, both, list.id, list(3).all.quality
  if (list(1).where.lat.gt.60.and.point.x.eq.1.5) print *, 'in the north', sum(list.all(2).value)
  point.x = point.x * 2.e0
  print '(2f6.2)', point
end program
