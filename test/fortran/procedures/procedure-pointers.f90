module state_machine
  implicit none
  private
  integer, parameter, public :: idle = 0, running = 1
  type, public :: machine
    private
    integer :: state = idle
    procedure(handler), pointer :: on_change => null()
  contains
    procedure, public :: start
    procedure, public :: get_state
    procedure, public :: set_handler
  end type
  abstract interface
    subroutine handler(self, s)
      import :: machine
      class(machine), intent(in) :: self
      integer, intent(in) :: s
    end subroutine
  end interface
  public :: handler
contains
  subroutine start(self)
    class(machine), intent(inout) :: self
    self%state = running
    if (associated(self%on_change)) call self%on_change(self%state)
  end subroutine
  pure integer function get_state(self)
    class(machine), intent(in) :: self
    get_state = self%state
  end function
  subroutine set_handler(self, h)
    class(machine), intent(inout) :: self
    procedure(handler) :: h
    self%on_change => h
  end subroutine
end module
module integrators
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  abstract interface
    function rhs(t, y) result(dy)
      import :: dp
      real(dp), intent(in) :: t, y(:)
      real(dp) :: dy(size(y))
    end function
  end interface
contains
  subroutine rk4(f, t, y, h)
    procedure(rhs) :: f
    real(dp), intent(inout) :: t, y(:)
    real(dp), intent(in) :: h
    real(dp), dimension(size(y)) :: k1, k2, k3, k4
    k1 = f(t, y)
    k2 = f(t + h / 2, y + h / 2 * k1)
    k3 = f(t + h / 2, y + h / 2 * k2)
    k4 = f(t + h, y + h * k3)
    y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    t = t + h
  end subroutine
end module
program t
  use state_machine
  use integrators
  implicit none
  type(machine) :: m
  real(dp) :: y(2) = [1.0_dp, 0.0_dp], time = 0
  integer :: i
  procedure(rhs), pointer :: fp
  call m%set_handler(report)
  call m%start()
  print *, m%get_state() == running
  fp => oscillator
  do i = 1, 10
    call rk4(fp, time, y, 0.1_dp)
  end do
  print '(3f12.8)', time, y
  do i = 1, 10
    call rk4(decay, time, y, 0.1_dp)
  end do
  print '(3f12.8)', time, y
contains
  subroutine report(self, s)
    class(machine), intent(in) :: self
    integer, intent(in) :: s
    print *, 'state', s, self%get_state()
  end subroutine
  function oscillator(t, y) result(dy)
    real(dp), intent(in) :: t, y(:)
    real(dp) :: dy(size(y))
    dy = [y(2), -y(1)]
  end function
  function decay(t, y) result(dy)
    real(dp), intent(in) :: t, y(:)
    real(dp) :: dy(size(y))
    dy = -y
  end function
end program
