! Explicit interfaces to external procedures, abstract interfaces, IMPORT, generic names over external procedures.
subroutine scale_real(x, k)
  implicit none
  real, intent(inout) :: x(:)
  real, intent(in), optional :: k
  if (present(k)) then
    x = x*k
  else
    x = 2*x
  end if
end subroutine
subroutine scale_integer(x, k)
  implicit none
  integer, intent(inout) :: x(:)
  integer, intent(in), optional :: k
  x = x*10
  if (present(k)) x = x + k
end subroutine
integer function external_sum(v, n)
  implicit none
  integer, intent(in) :: n, v(n)
  external_sum = sum(v)
end function
program interfaces
  implicit none
  integer, parameter :: ik = kind(1)
  interface scale_all
    subroutine scale_real(x, k)
      real, intent(inout) :: x(:)
      real, intent(in), optional :: k
    end subroutine
    subroutine scale_integer(x, k)
      import :: ik
      integer(ik), intent(inout) :: x(:)
      integer(ik), intent(in), optional :: k
    end subroutine
  end interface
  interface
    integer function external_sum(v, n)
      integer, intent(in) :: n, v(n)
    end function
  end interface
  real :: a(3) = [1., 2., 3.]
  integer :: b(2) = [4, 5]
  call scale_all(a)
  call scale_all(a(2:), k=10.)
  call scale_all(b, 3)
  print *, a, b, external_sum(b, 2), external_sum([b, b], 3)
end program
