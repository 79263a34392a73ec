! Procedures with the same name in different scopes, module procedures calling each other, statement order, forward references.
module forward
  implicit none
  private
  public :: start
contains
  subroutine start(n)
    integer, intent(in) :: n
    print *, 'start', later(n), name()
    call finish(n)
  end subroutine
  integer function later(n)
    integer, intent(in) :: n
    later = n + offset()
  contains
    integer function offset()
      offset = 10*n
    end function
  end function
  subroutine finish(n)
    integer, intent(in) :: n
    integer :: i
    do i = n, 1, -1
      print *, 'finish', i, offset(i)
    end do
  contains
    integer function offset(k)
      integer, intent(in) :: k
      offset = -k
    end function
  end subroutine
  character(4) function name()
    name = 'here'
  end function
end module
program entry_points
  use forward
  implicit none
  call start(2)
  print *, name()
contains
  character(5) function name()
    name = 'there'
  end function
end program
