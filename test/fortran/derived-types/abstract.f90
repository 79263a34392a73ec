module shape_mod
  implicit none
  type, abstract :: shape_t
  contains
    procedure(area_i), deferred :: area
    procedure(name_i), deferred, nopass :: tname
  end type
  abstract interface
    pure function area_i(this) result(a)
      import shape_t
      class(shape_t), intent(in) :: this
      real :: a
    end function
    function name_i() result(n)
      character(len=10) :: n
    end function
  end interface
  type, extends(shape_t) :: sq_t
    real :: s
  contains
    procedure :: area => sq_area
    procedure, nopass :: tname => sq_name
  end type
  type, extends(shape_t) :: ci_t
    real :: r
  contains
    procedure :: area => ci_area
    procedure, nopass :: tname => ci_name
  end type
  type box
    class(shape_t), pointer :: p => null()
  end type
  interface sq_t
    procedure make_sq
  end interface
contains
  function make_sq(s, scale) result(r)
    real, intent(in) :: s
    integer, intent(in) :: scale
    type(sq_t) :: r
    r%s = s * scale
  end function
  pure function sq_area(this) result(a)
    class(sq_t), intent(in) :: this
    real :: a
    a = this%s**2
  end function
  pure function ci_area(this) result(a)
    class(ci_t), intent(in) :: this
    real :: a
    a = 3 * this%r**2
  end function
  function sq_name() result(n)
    character(len=10) :: n
    n = 'square'
  end function
  function ci_name() result(n)
    character(len=10) :: n
    n = 'circle'
  end function
  subroutine total(shapes, t)
    class(shape_t), intent(in) :: shapes(:)
    real, intent(out) :: t
    integer :: i
    t = 0
    do i = 1, size(shapes)
      t = t + shapes(i)%area()
    end do
  end subroutine
  function factory(kind) result(s)
    integer, intent(in) :: kind
    class(shape_t), allocatable :: s
    if (kind == 1) then
      allocate (s, source=sq_t(2.0))
    else
      allocate (s, source=ci_t(1.0))
    end if
  end function
end module
program t
  use shape_mod
  implicit none
  type(box) :: boxes(3)
  class(shape_t), allocatable :: s
  type(sq_t) :: sqs(2)
  integer :: i
  real :: r
  allocate (boxes(1)%p, source=sq_t(3.0))
  allocate (ci_t :: boxes(2)%p)
  allocate (boxes(3)%p, source=sq_t(1.0, 5))
  select type (c => boxes(2)%p)
  type is (ci_t)
    c%r = 2
  end select
  do i = 1, 3
    print *, boxes(i)%p%tname(), boxes(i)%p%area()
  end do
  sqs(1)%s = 1
  sqs(2)%s = 2
  call total(sqs, r)
  print *, r
  s = factory(1)
  print *, s%area()
  deallocate (s)
  allocate (s, source=factory(2))
  print *, s%area(), s%tname()
end program
