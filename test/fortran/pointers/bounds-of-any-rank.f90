! Bounds of assumed-rank pointers, allocatable variables and targets that are passed on.
module m
  implicit none
contains
  subroutine of_pointer(p)
    integer, pointer, intent(in) :: p(..)
    print '(a, 9(1x, i0))', 'pointer', lbound(p), ubound(p), shape(p)
  end subroutine
  subroutine of_target(t)
    integer, target, intent(in) :: t(..)
    print '(a, 9(1x, i0))', 'target', lbound(t), ubound(t), shape(t)
    call of_pointer(t)
  end subroutine
  subroutine of_allocatable(a)
    integer, allocatable, target, intent(in) :: a(..)
    print '(a, 9(1x, i0))', 'allocatable', lbound(a), ubound(a), shape(a)
    call of_pointer(a)
  end subroutine
end module

program bounds_of_any_rank
  use m
  implicit none
  integer, allocatable, target :: a(:, :)
  integer, pointer :: p(:)
  integer, target :: t(-3:3, 5:6)
  allocate (a(0:4, -2:1), p(10:12))
  call of_allocatable(a)
  call of_target(a)
  call of_pointer(p)
  call of_target(p)
  call of_target(t)
  deallocate (a, p)
end program
