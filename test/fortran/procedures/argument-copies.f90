! Expressions as actual arguments are copies, even of the variable that the callee changes.
module boxes
  implicit none
  type box
    integer, allocatable :: v(:)
  end type
contains
  function found(b) result(p)
    type(box), target :: b
    type(box), pointer :: p
    p => b
  end function
  subroutine hand_on(a, b)
    integer, optional :: a(:), b(3)
    call open_shape(a)
    call fixed_shape(a)
    call open_shape(b)
    call fixed_shape(b)
  end subroutine
  subroutine open_shape(x)
    integer, optional, intent(in) :: x(:)
    if (present(x)) then
      print *, 'open', x
    else
      print *, 'open, absent'
    end if
  end subroutine
  subroutine fixed_shape(x)
    integer, optional, intent(in) :: x(3)
    if (present(x)) then
      print *, 'fixed', x
    else
      print *, 'fixed, absent'
    end if
  end subroutine
end module

program main
  use boxes
  implicit none
  integer :: m(3) = [1, 2, 3], walk(2), i
  character(8) :: word = 'abcdef'
  type(box), target :: one
  type(box) :: two
  type link
    integer :: next(2)
  end type
  type(link) :: links(2, 2)

  call overwrite((m), m)
  m = [1, 2, 3]
  call overwrite_open((m), m)
  call shuffle(trim(word), word)
  m = [1, 2, 3]
  call bump(m([3, 1, 3]))
  print *, m
  call bump(m(3:1:-1))
  print *, m

  ! A pointer function's result is copied, including its parts.
  one%v = [5, 6]
  two = found(one)
  one%v = [7, 8]
  print *, two%v, one%v

  ! Subscripts on the right-hand side are evaluated before the assignment.
  links(1, 1) = link([2, 2]); links(2, 2) = link([1, 2])
  links(1, 2) = link([2, 1]); links(2, 1) = link([1, 1])
  walk = 1
  do i = 1, 4
    walk = links(walk(1), walk(2))%next
    print *, walk
  end do

  call hand_on()
  call hand_on(m)
  call hand_on(b=m)
contains
  subroutine overwrite(a, b)
    integer :: a(3), b(3)
    b = 0
    print *, a, b
  end subroutine
  subroutine overwrite_open(a, b)
    integer :: a(:), b(:)
    b = 0
    print *, a, b
  end subroutine
  subroutine shuffle(a, b)
    character(*), intent(in) :: a
    character(*), intent(out) :: b
    b = '-'
    b(3:) = a(2:4)
    print *, b, len(a)
  end subroutine
  subroutine bump(x)
    integer :: x(:)
    x = x + 10
  end subroutine
end program
