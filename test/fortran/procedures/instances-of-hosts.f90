! Each call of a recursive procedure has its own variables, also for internal procedures that are passed on.
module tasks
  implicit none
  abstract interface
    integer function answers()
    end function
  end interface
  type task
    procedure(answers), pointer, nopass :: run => null()
  end type
contains
  ! The internal procedure of the outermost call is called in the innermost.
  recursive subroutine descend(n, outer)
    integer, intent(in) :: n
    procedure(answers), optional :: outer
    integer :: mine
    mine = 10*n
    if (n == 3) then
      call descend(n - 1, own)
    else if (n > 0) then
      print *, 'level', n, 'outer', outer(), 'own', own()
      call descend(n - 1, outer)
    else
      print *, 'last', outer(), mine
    end if
    print *, 'back', n, mine
  contains
    integer function own()
      mine = mine + 1
      own = mine + n*1000
    end function
  end subroutine

  ! Knuth's test of recursion with call by name.
  recursive real function a(k, x1, x2, x3, x4, x5) result(r)
    integer, value :: k
    real, external :: x1, x2, x3, x4, x5
    if (k <= 0) then
      r = x4() + x5()
    else
      r = b()
    end if
  contains
    recursive real function b() result(s)
      k = k - 1
      s = a(k, b, x1, x2, x3, x4)
    end function
  end function

  ! A variable of one call is an argument of the next.
  recursive subroutine sum_up(n, total, name)
    integer, intent(in) :: n
    integer, intent(inout) :: total
    character(4), intent(inout) :: name
    integer :: part
    character(4) :: own
    part = 0
    own = 'none'
    if (n > 0) call sum_up(n - 1, part, own)
    call add
  contains
    subroutine add
      total = total + part + n
      name = achar(iachar('a') + n)//own(1:3)
    end subroutine
  end subroutine

  recursive subroutine collect(n, list)
    integer, intent(in) :: n
    type(task), intent(inout) :: list(:)
    integer :: square
    square = n*n
    list(n)%run => answer
    if (n < size(list)) then
      call collect(n + 1, list)
    else
      call run_all(list)
    end if
  contains
    integer function answer()
      answer = square
    end function
    subroutine run_all(list)
      type(task), intent(in) :: list(:)
      integer :: i
      print *, (list(i)%run(), i=1, size(list))
      print *, associated(list(n)%run, answer)
    end subroutine
  end subroutine

  recursive function chain(n) result(text)
    integer, intent(in) :: n
    character(:), allocatable :: text
    character(8) :: digits
    integer, allocatable :: list(:)
    allocate (list(n))
    list = n
    text = ''
    write (digits, '(i0)') n
    if (n > 1) text = chain(n - 1)
    call join
  contains
    subroutine join
      text = text//trim(digits)//','//achar(48 + sum(list)/n)//';'
    end subroutine
  end function
  ! The argument of the call is the caller's own variable, which the frame of the called instance also has.
  recursive subroutine nest(depth, g)
    integer, intent(in) :: depth
    integer, external :: g
    if (depth > 0) then
      call nest(depth - 1, g)
      call nest(0, inner)
    else
      print *, g(depth)
    end if
  contains
    integer function inner(i)
      integer, intent(in) :: i
      inner = depth * 100 + i
    end function
  end subroutine
  integer function same(i)
    integer, intent(in) :: i
    same = i
  end function
end module

program instances
  use tasks
  implicit none
  integer :: total
  character(4) :: name
  type(task) :: list(4)
  call descend(3)
  print '(f6.1)', a(10, one, minus_one, minus_one, one, zero)
  total = 100
  name = ''
  call sum_up(4, total, name)
  print *, total, name
  call collect(1, list)
  print *, chain(5)
  call nest(2, same)
contains
  real function one()
    one = 1
  end function
  real function minus_one()
    minus_one = -1
  end function
  real function zero()
    zero = 0
  end function
end program
