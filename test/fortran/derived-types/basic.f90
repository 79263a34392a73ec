module shapes
  implicit none
  type :: point
    real :: x, y
  end type
  type :: polygon
    character(len=8) :: name = 'none'
    integer :: n = 0
    type(point), allocatable :: p(:)
  end type
  type :: node
    integer :: value
    type(node), pointer :: next => null()
  end type
  type, abstract :: shape
    character(len=10) :: label = 'shape'
  contains
    procedure(area_interface), deferred :: area
    procedure :: describe
  end type
  abstract interface
    real function area_interface(self)
      import :: shape
      class(shape), intent(in) :: self
    end function
  end interface
  type, extends(shape) :: circle
    real :: r = 1
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape) :: rectangle
    real :: w = 1, h = 1
  contains
    procedure :: area => rectangle_area
    procedure :: describe => describe_rectangle
  end type
  type, extends(rectangle) :: square
  end type
contains
  real function circle_area(self)
    class(circle), intent(in) :: self
    circle_area = 3.0 * self%r**2
  end function
  real function rectangle_area(self)
    class(rectangle), intent(in) :: self
    rectangle_area = self%w * self%h
  end function
  subroutine describe(self)
    class(shape), intent(in) :: self
    print *, 'shape ', trim(self%label), self%area()
  end subroutine
  subroutine describe_rectangle(self)
    class(rectangle), intent(in) :: self
    print *, 'rectangle', self%w, self%h
    print *, trim(self%label)
  end subroutine
end module
program main
  use shapes
  implicit none
  type(polygon) :: a, b
  type(node), pointer :: head, cur
  class(shape), allocatable :: s
  class(shape), pointer :: p
  type(circle), target :: c
  type(rectangle), target :: r
  type(square), target :: q
  integer :: i
  a%name = 'tri'
  a%n = 3
  allocate (a%p(3))
  do i = 1, 3
    a%p(i) = point(real(i), real(i * i))
  end do
  b = a
  b%p(1)%x = 100
  print *, a%name, a%n, a%p
  print *, b%p(1), b%p%y
  nullify (head)
  do i = 1, 3
    allocate (cur)
    cur%value = i
    cur%next => head
    head => cur
  end do
  cur => head
  do while (associated(cur))
    print *, cur%value
    cur => cur%next
  end do
  c%r = 2
  r = rectangle(label='rect', w=2, h=3)
  q%w = 5
  p => c
  call p%describe()
  p => r
  call p%describe()
  p => q
  print *, p%area()
  allocate (s, source=c)
  print *, s%area()
  select type (s)
  type is (circle)
    print *, 'circle', s%r
  class default
    print *, 'other'
  end select
  deallocate (s)
  allocate (rectangle :: s)
  select type (s)
  class is (rectangle)
    s%w = 7
    print *, 'rectangle', s%area()
  end select
  print *, same_type_as(c, r), extends_type_of(q, r)
end program
