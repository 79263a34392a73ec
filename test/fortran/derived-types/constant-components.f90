! Components of named constants: their own bounds, scalars that initialise all elements, nested structures
program constant_components
  implicit none
  type :: t
    integer :: a(0:2) = 0
    integer :: b(-1:0, 2:3) = 5
  end type
  type :: w
    type(t) :: in = t()
    type(t) :: many(2) = t(7)
  end type
  type(t), parameter :: c = t([1, 2, 3], reshape([1, 2, 3, 4], [2, 2])), d(2:3) = [t([4, 5, 6]), t([7, 8, 9])]
  type :: item
    integer :: stock(3)
    character(4) :: name = 'none'
  end type
  type(item), parameter :: items(2) = [item([1, 2, 3]), item(5, name='bolt')]
  type(w), parameter :: e = w(t([10, 20, 30]))
  integer, parameter :: i1 = c%a(1), i2 = d(3)%a(0), i3 = c%b(0, 3), i4 = e%in%a(2), whole(3) = c%a, sec(2) = d(2)%a(1:2)
  integer, parameter :: many = e%many(2)%a(0), s = sum(c%a), ten(3) = c%a * 10
  integer :: i
  print *, c%a(1), c%a(0), c%a(2), c%b(0, 2), c%b(-1, 3), i1, i2, i3, i4, whole, sec, many, s, ten
  print *, c%a(0:1), d(2)%a(1:2), c%a(1:), d(3)%a, e%in%a, size(c%b)
  do i = 0, 2
    print *, c%a(i), d(3)%a(i), e%in%a(i), d%a(i), c%a(i:)
  end do
  select case (i)
  case (c%a(2))
    print *, 'three'
  end select
  print *, items(2)%stock, items(1)%stock, items%name, items%stock(2)
end program
