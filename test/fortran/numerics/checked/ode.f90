! Ordinary differential equations: Euler, Runge-Kutta of order 4, an adaptive step; the right-hand side as a procedure argument.
module integrators
  implicit none
  integer, parameter :: wp = kind(1d0)
  abstract interface
    pure function right_side(t, y) result(dy)
      import wp
      real(wp), intent(in) :: t, y(:)
      real(wp) :: dy(size(y))
    end function
  end interface
contains
  function rk4(f, t, y, h) result(next)
    procedure(right_side) :: f
    real(wp), intent(in) :: t, y(:), h
    real(wp) :: next(size(y))
    real(wp), dimension(size(y)) :: k1, k2, k3, k4
    k1 = f(t, y)
    k2 = f(t + h/2, y + h/2*k1)
    k3 = f(t + h/2, y + h/2*k2)
    k4 = f(t + h, y + h*k3)
    next = y + h/6*(k1 + 2*k2 + 2*k3 + k4)
  end function
  subroutine adaptive(f, t0, t1, y, tolerance, steps)
    procedure(right_side) :: f
    real(wp), intent(in) :: t0, t1, tolerance
    real(wp), intent(inout) :: y(:)
    integer, intent(out) :: steps
    real(wp) :: t, h, error
    real(wp), allocatable :: one(:), two(:)
    t = t0
    h = (t1 - t0)/4
    steps = 0
    do while (t < t1 - 1e-12_wp)
      h = min(h, t1 - t)
      one = rk4(f, t, y, h)
      two = rk4(f, t + h/2, rk4(f, t, y, h/2), h/2)
      error = maxval(abs(two - one))
      if (error <= tolerance) then
        t = t + h
        y = two
        steps = steps + 1
        if (error < tolerance/32) h = 2*h
      else
        h = h/2
      end if
    end do
  end subroutine
end module
module systems
  use integrators, only: wp
  implicit none
  real(wp) :: omega = 2
contains
  pure function oscillator(t, y) result(dy)
    real(wp), intent(in) :: t, y(:)
    real(wp) :: dy(size(y))
    dy = [y(2), -omega**2*y(1)]
  end function
  pure function decay(t, y) result(dy)
    real(wp), intent(in) :: t, y(:)
    real(wp) :: dy(size(y))
    dy = -y*t
  end function
end module
program ode
  use integrators
  use systems
  implicit none
  real(wp) :: y(2), z(1)
  integer :: i, steps
  y = [1, 0]
  do i = 0, 9
    y = rk4(oscillator, i*0.1_wp, y, 0.1_wp)
  end do
  print '(2f10.6,2f10.6)', y, cos(2._wp), -2*sin(2._wp)
  z = 1
  call adaptive(decay, 0._wp, 2._wp, z, 1e-9_wp, steps)
  print '(2f12.8,l2)', z, exp(-2._wp), steps > 3 .and. steps < 200
end program
