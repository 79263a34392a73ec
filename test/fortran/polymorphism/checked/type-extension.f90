! Three levels of extension: inherited components, overriding, parent components, constructors, CLASS pointers.
module levels
  implicit none
  type base
    integer :: id = 1
  contains
    procedure :: name => base_name
    procedure :: show
  end type
  type, extends(base) :: middle
    real :: weight = 2.5
  contains
    procedure :: name => middle_name
  end type
  type, extends(middle) :: top
    character(5) :: tag = 'top'
  contains
    procedure :: name => top_name
    procedure, nopass :: version
  end type
contains
  function base_name(self) result(n)
    class(base), intent(in) :: self
    character(10) :: n
    n = 'base'
  end function
  function middle_name(self) result(n)
    class(middle), intent(in) :: self
    character(10) :: n
    n = 'middle of ' // self%base%name()
  end function
  function top_name(self) result(n)
    class(top), intent(in) :: self
    character(10) :: n
    n = 'top/' // self%middle%name()
  end function
  subroutine show(self)
    class(base), intent(in) :: self
    print *, self%id, self%name()
  end subroutine
  integer function version()
    version = 3
  end function
end module
program type_extension
  use levels
  implicit none
  type(base), target :: b = base(10)
  type(middle), target :: m = middle(id=20, weight=1.5)
  type(top), target :: t
  class(base), pointer :: p
  class(base), allocatable :: a
  integer :: i
  t = top(middle=m, tag='x')
  t%id = 30
  do i = 1, 3
    if (i == 1) p => b
    if (i == 2) p => m
    if (i == 3) p => t
    call p%show()
    select type (p)
    class is (middle)
      print *, p%weight, p%base%id, extends_type_of(p, m)
    end select
  end do
  t%base%id = 31
  t%middle%weight = 9
  print *, t%id, t%weight, t%tag, t%version(), m%weight
  allocate (a, source=t)
  call a%show()
  select type (a)
  type is (top)
    a%tag = 'copy'
    print *, a%tag, a%weight, t%tag
  end select
  m = t%middle
  call m%show()
  print *, same_type_as(a, t), same_type_as(m, t), same_type_as(p, a)
end program
