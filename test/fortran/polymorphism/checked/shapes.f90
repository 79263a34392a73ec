! Abstract type, deferred bindings, overriding, CLASS arguments and arrays of holders, SELECT TYPE.
module shapes
  implicit none
  type, abstract :: shape
    character(10) :: name = 'shape'
  contains
    procedure(area_of), deferred :: area
    procedure :: describe
    procedure, non_overridable :: twice
  end type
  abstract interface
    real function area_of(self)
      import shape
      class(shape), intent(in) :: self
    end function
  end interface
  type, extends(shape) :: circle
    real :: r
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape) :: rectangle
    real :: w, h
  contains
    procedure :: area => rectangle_area
    procedure :: describe => describe_rectangle
  end type
  type, extends(rectangle) :: square
  end type
  type holder
    class(shape), allocatable :: item
  end type
  interface square
    procedure new_square
  end interface
contains
  real function circle_area(self)
    class(circle), intent(in) :: self
    circle_area = 3.0*self%r**2
  end function
  real function rectangle_area(self)
    class(rectangle), intent(in) :: self
    rectangle_area = self%w*self%h
  end function
  real function twice(self)
    class(shape), intent(in) :: self
    twice = 2*self%area()
  end function
  subroutine describe(self)
    class(shape), intent(in) :: self
    print '(a,f8.2)', self%name, self%area()
  end subroutine
  subroutine describe_rectangle(self)
    class(rectangle), intent(in) :: self
    print "(a)", self%name
    print '(2x,a,2f6.2)', 'sides', self%w, self%h
  end subroutine
  type(square) function new_square(side)
    real, intent(in) :: side
    new_square%w = side
    new_square%h = side
    new_square%name = 'square'
  end function
end module
program polymorphic
  use shapes
  implicit none
  type(holder) :: list(3)
  class(shape), pointer :: p
  type(circle), target :: c
  class(shape), allocatable :: any_shape
  integer :: i
  allocate (list(1)%item, source=circle('circle', 2.))
  allocate (list(2)%item, source=rectangle(w=2., h=3., name='rect'))
  allocate (list(3)%item, source=square(4.))
  do i = 1, 3
    call list(i)%item%describe()
    print *, kind_of(list(i)%item), list(i)%item%twice()
  end do
  c%r = 1
  p => c
  print *, p%name, p%area(), same_type_as(p, c), extends_type_of(list(3)%item, list(2)%item)
  allocate (square :: any_shape)
  select type (any_shape)
  type is (square)
    any_shape%w = 1.5
    any_shape%h = 2
  end select
  print *, any_shape%area(), kind_of(any_shape)
  any_shape = c
  print *, any_shape%area(), kind_of(any_shape)
  print *, total([list(1)%item%area(), list(2)%item%area()])
contains
  function kind_of(s) result(k)
    class(shape), intent(in) :: s
    character(:), allocatable :: k
    select type (s)
    type is (circle)
      k = 'circle'
    class is (square)
      k = 'square'
    class is (rectangle)
      k = 'rectangle'
    class default
      k = 'unknown'
    end select
  end function
  real function total(v)
    real, intent(in) :: v(:)
    total = sum(v)
  end function
end program
