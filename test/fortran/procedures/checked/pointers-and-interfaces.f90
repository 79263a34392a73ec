! Procedure pointers: with abstract and explicit interfaces, as components with PASS, as arguments and results, in tables.
module callbacks
  implicit none
  abstract interface
    real function curve(x)
      real, intent(in) :: x
    end function
    subroutine visitor(k, total)
      integer, intent(in) :: k
      integer, intent(inout) :: total
    end subroutine
  end interface
  type :: entry
    character(6) :: name
    procedure(curve), pointer, nopass :: f => null()
  end type
  type :: machine
    integer :: state = 0
    procedure(step), pointer :: advance => null()
  end type
contains
  subroutine step(self, by)
    class(machine), intent(inout) :: self
    integer, intent(in) :: by
    self%state = self%state + by
  end subroutine
  subroutine jump(self, by)
    class(machine), intent(inout) :: self
    integer, intent(in) :: by
    self%state = self%state*by
    if (self%state > 20) self%advance => step
  end subroutine
  real function parabola(x)
    real, intent(in) :: x
    parabola = x*x
  end function
  real function line(x)
    real, intent(in) :: x
    line = 2*x + 1
  end function
  function choose(name) result(f)
    character(*), intent(in) :: name
    procedure(curve), pointer :: f
    f => null()
    if (name == 'line') f => line
    if (name == 'square') f => parabola
  end function
  subroutine each(v, visit, total)
    integer, intent(in) :: v(:)
    procedure(visitor) :: visit
    integer, intent(inout) :: total
    integer :: i
    do i = 1, size(v)
      call visit(v(i), total)
    end do
  end subroutine
  real function at(f, x)
    procedure(curve), pointer, intent(in) :: f
    real, intent(in) :: x
    at = -1
    if (associated(f)) at = f(x)
  end function
end module
program procedure_pointers
  use callbacks
  implicit none
  procedure(curve), pointer :: p => null(), q
  procedure(visitor), pointer :: v
  procedure(integer), pointer :: legacy
  type(entry) :: table(3)
  type(machine) :: m
  integer :: total, calls = 0, i
  print *, associated(p), at(p, 1.)
  p => parabola
  q => p
  print *, p(3.), q(4.), associated(p, q), associated(q, line), at(p, 5.)
  p => choose('line')
  q => choose('none')
  print *, p(3.), associated(q), at(choose('square'), 6.)
  table = [entry('line', line), entry('square', parabola), entry('none')]
  do i = 1, 3
    if (associated(table(i)%f)) print *, table(i)%name, table(i)%f(1.5)
  end do
  table(3)%f => table(1)%f
  print *, table(3)%f(10.), associated(table(3)%f, line)
  total = 0
  call each([1, 2, 3], add, total)
  v => multiply
  call each([2, 3, 4], v, total)
  print *, total, calls
  m%advance => step
  call m%advance(3)
  m%advance => jump
  do i = 1, 4
    call m%advance(2)
    print *, m%state
  end do
  legacy => twice
  print *, legacy(21)
  call swap(p, q)
  print *, associated(p), q(0.)
contains
  subroutine add(k, total)
    integer, intent(in) :: k
    integer, intent(inout) :: total
    total = total + k
    calls = calls + 1
  end subroutine
  subroutine multiply(k, total)
    integer, intent(in) :: k
    integer, intent(inout) :: total
    total = total*k
    calls = calls + 10
  end subroutine
  integer function twice(k)
    integer :: k
    twice = 2*k
  end function
  subroutine swap(a, b)
    procedure(curve), pointer, intent(inout) :: a, b
    procedure(curve), pointer :: t
    t => a
    a => b
    b => t
  end subroutine
end program
