! Procedure pointers: variables, components with PASS and NOPASS, tables, results, arguments.
module callbacks
  implicit none
  abstract interface
    real function unary(x)
      real, intent(in) :: x
    end function
    subroutine action(n)
      integer, intent(inout) :: n
    end subroutine
  end interface
  type entry
    character(8) :: name
    procedure(unary), pointer, nopass :: f => null()
  end type
  type counter
    integer :: n = 0
    procedure(step), pointer :: advance => null()
  end type
contains
  subroutine step(self, by)
    class(counter), intent(inout) :: self
    integer, intent(in) :: by
    self%n = self%n + by
  end subroutine
  subroutine back(self, by)
    class(counter), intent(inout) :: self
    integer, intent(in) :: by
    self%n = self%n - by
  end subroutine
  real function square(x)
    real, intent(in) :: x
    square = x*x
  end function
  real function half(x)
    real, intent(in) :: x
    half = x/2
  end function
  function chosen(name) result(f)
    character(*), intent(in) :: name
    procedure(unary), pointer :: f
    f => null()
    if (name == 'square') f => square
    if (name == 'half') f => half
  end function
  real function integrate(f, a, b, n)
    procedure(unary) :: f
    real, intent(in) :: a, b
    integer, intent(in) :: n
    integer :: i
    integrate = 0
    do i = 1, n
      integrate = integrate + f(a + (i - 0.5)*(b - a)/n)
    end do
    integrate = integrate*(b - a)/n
  end function
  subroutine double_it(n)
    integer, intent(inout) :: n
    n = 2*n
  end subroutine
  subroutine repeat_action(a, n, times)
    procedure(action) :: a
    integer, intent(inout) :: n
    integer, intent(in) :: times
    integer :: i
    do i = 1, times
      call a(n)
    end do
  end subroutine
end module
program procedure_pointers
  use callbacks
  implicit none
  type(entry) :: table(2)
  type(counter) :: c
  procedure(unary), pointer :: f
  procedure(action), pointer :: a
  integer :: i, n
  table(1) = entry('square', square)
  table(2)%name = 'half'
  table(2)%f => half
  do i = 1, 2
    print *, table(i)%name, table(i)%f(3.), integrate(table(i)%f, 0., 3., 100)
  end do
  f => chosen('half')
  print *, associated(f), f(10.)
  f => chosen('nothing')
  print *, associated(f)
  f => square
  print *, associated(f, square), associated(f, half), integrate(f, 0., 1., 10)
  c%advance => step
  call c%advance(5)
  c%advance => back
  call c%advance(2)
  print *, c%n
  a => double_it
  n = 3
  call repeat_action(a, n, 4)
  print *, n
  call repeat_action(local, n, 2)
  print *, n
contains
  subroutine local(k)
    integer, intent(inout) :: k
    k = k - i
  end subroutine
end program
