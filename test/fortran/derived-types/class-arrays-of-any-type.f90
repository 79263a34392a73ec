! CLASS(*) arrays of explicit shape and assumed size know the type of their elements.
module shows
  implicit none
contains
  subroutine one(x)
    class(*), intent(in) :: x
    select type (x)
    type is (real)
      print '(a,f4.1)', 'real ', x
    type is (character(*))
      print '(2a)', 'text ', x
    class default
      print '(a)', 'other'
    end select
  end subroutine
  subroutine assumed_shape(x)
    class(*), intent(in) :: x(:)
    integer :: i
    do i = 1, size(x)
      call one(x(i))
    end do
  end subroutine
  subroutine explicit(n, x)
    integer, intent(in) :: n
    class(*), intent(in) :: x(n)
    call one(x(2))
    call assumed_shape(x(::2))
  end subroutine
  subroutine assumed_size(x)
    class(*), intent(in), optional :: x(*)
    if (.not. present(x)) then
      print '(a)', 'nothing'
      return
    end if
    call one(x(3))
  end subroutine
end module
program p
  use shows
  implicit none
  real :: a(6) = [1., 2., 3., 4., 5., 6.]
  class(*), allocatable :: b(:)
  call explicit(6, a)
  call explicit(2, a(2::3))
  call explicit(4, a(2:5))
  call explicit(4, [character(3) :: 'a', 'bc', 'def', 'g'])
  call assumed_size(a)
  call assumed_size
  allocate (b(4), source=a(:4))
  call assumed_size(b)
end program
