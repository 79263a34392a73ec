! Strategies as objects and as procedures: abstract base, class in a type, dispatch in loops, replacing at run time.
module strategies
  implicit none
  type, abstract :: strategy
  contains
    procedure(apply), deferred, nopass :: run
  end type
  abstract interface
    pure integer function apply(a, b)
      integer, intent(in) :: a, b
    end function
  end interface
  type, extends(strategy) :: adding
  contains
    procedure, nopass :: run => add
  end type
  type, extends(strategy) :: multiplying
  contains
    procedure, nopass :: run => multiply
  end type
  type context
    class(strategy), allocatable :: s
    integer :: uses = 0
  contains
    procedure :: use
    procedure :: reduce
  end type
contains
  pure integer function add(a, b)
    integer, intent(in) :: a, b
    add = a + b
  end function
  pure integer function multiply(a, b)
    integer, intent(in) :: a, b
    multiply = a*b
  end function
  integer function use(self, a, b)
    class(context), intent(inout) :: self
    integer, intent(in) :: a, b
    self%uses = self%uses + 1
    use = self%s%run(a, b)
  end function
  integer function reduce(self, v) result(r)
    class(context), intent(inout) :: self
    integer, intent(in) :: v(:)
    integer :: i
    r = v(1)
    do i = 2, size(v)
      r = self%use(r, v(i))
    end do
  end function
end module
program strategy_pattern
  use strategies
  implicit none
  type(context) :: c
  allocate (adding :: c%s)
  print *, c%use(2, 3), c%reduce([1, 2, 3, 4])
  deallocate (c%s)
  allocate (multiplying :: c%s)
  print *, c%use(2, 3), c%reduce([1, 2, 3, 4]), c%uses
end program
