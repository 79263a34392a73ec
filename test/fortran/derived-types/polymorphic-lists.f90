module m
  implicit none
  type t
    integer :: i = 1
  contains
    procedure, private :: write_t
    procedure :: clone
  end type
  type, extends(t) :: t2
    integer :: j = 2
  contains
    procedure :: clone => clone2
  end type
  type container
    class(t), allocatable :: items(:)
    class(t), allocatable :: one
  end type
  type(t), parameter :: consts(2) = [t(5), t(6)]
contains
  subroutine write_t(self)
    class(t), intent(in) :: self
    print *, self%i
  end subroutine
  function clone(self) result(c)
    class(t), intent(in) :: self
    class(t), allocatable :: c
    allocate (c, source=self)
  end function
  function clone2(self) result(c)
    class(t2), intent(in) :: self
    class(t), allocatable :: c
    allocate (c, source=self)
    select type (c)
    type is (t2)
      c%j = c%j + 1
    end select
  end function
  subroutine process(x)
    class(t), intent(inout) :: x
    select type (x)
    class is (t2)
      x%j = x%j * 10
    class is (t)
      x%i = x%i * 10
    end select
  end subroutine
  integer function total(list)
    type(t), intent(in) :: list(:)
    total = sum(list%i)
  end function
  subroutine reset(x)
    type(t), intent(out) :: x
    print *, x%i
  end subroutine
end module
program p
  use m
  implicit none
  type(container) :: c, d
  class(t), allocatable :: a, b
  type(t) :: x = t(9)
  type(t2) :: y
  integer :: i
  allocate (t2 :: c%items(3))
  do i = 1, 3
    c%items(i)%i = i
  end do
  allocate (c%one, source=t2(7, 8))
  d = c
  print *, size(d%items), d%items%i
  select type (o => d%one)
  type is (t2)
    print *, o%i, o%j
  end select
  allocate (a, source=y)
  b = a%clone()
  select type (b)
  type is (t2)
    print *, b%j
  end select
  call process(x)
  call process(y)
  print *, x%i, y%j
  print *, total(consts), consts(2)%i, total([t(1), t(2)])
  call reset(x)
  call move_alloc(a, b)
  print *, allocated(a), allocated(b)
  y%t = t(77)
  print *, y%i, y%t%i
  block
    class(t), allocatable :: from(:), to(:), plain(:)
    allocate (t2 :: from(2))
    call move_alloc(from, to)
    print *, same_type_as(from, plain), same_type_as(to, y), allocated(from), size(to)
  end block
  block
    type(t2) :: z
    z = t2(t=t(3), j=4)
    print *, z
  end block
end program
