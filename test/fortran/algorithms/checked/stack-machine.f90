! A calculator: tokens, shunting-yard into reverse Polish notation, a stack as a type, errors by status.
module stacks
  implicit none
  type stack
    private
    real :: items(50)
    integer :: top = 0
  contains
    procedure :: push, pop, is_empty
  end type
contains
  subroutine push(self, x)
    class(stack), intent(inout) :: self
    real, intent(in) :: x
    self%top = self%top + 1
    self%items(self%top) = x
  end subroutine
  real function pop(self)
    class(stack), intent(inout) :: self
    pop = self%items(self%top)
    self%top = self%top - 1
  end function
  pure logical function is_empty(self)
    class(stack), intent(in) :: self
    is_empty = self%top == 0
  end function
end module
program calculator
  use stacks
  implicit none
  call evaluate('3 + 4 * 2')
  call evaluate('( 1 + 2 ) * ( 3 - 5 ) / 4')
  call evaluate('10 - 2 - 3')
  call evaluate('2 * ( 3 + ')
contains
  subroutine evaluate(text)
    character(*), intent(in) :: text
    character(40) :: output, operators
    integer :: first, last, n
    character(:), allocatable :: token
    operators = ''; output = ''; n = 0; first = 1
    do while (first <= len_trim(text))
      last = first - 1 + scan(text(first:) // ' ', ' ')
      token = text(first:last - 1)
      first = last + 1
      select case (token)
      case ('+', '-', '*', '/')
        do while (n > 0)
          if (rank_of(operators(n:n)) < rank_of(token)) exit
          output = trim(output) // ' ' // operators(n:n)
          n = n - 1
        end do
        n = n + 1
        operators(n:n) = token
      case ('(')
        n = n + 1
        operators(n:n) = token
      case (')')
        do while (operators(n:n) /= '(')
          output = trim(output) // ' ' // operators(n:n)
          n = n - 1
        end do
        n = n - 1
      case default
        output = trim(output) // ' ' // token
      end select
    end do
    do n = n, 1, -1
      output = trim(output) // ' ' // operators(n:n)
    end do
    print '(a,t30,a)', text, trim(adjustl(output))
    call run(trim(adjustl(output)))
  end subroutine
  pure integer function rank_of(op)
    character(*), intent(in) :: op
    rank_of = index('( +-*/', op)/2
  end function
  subroutine run(rpn)
    character(*), intent(in) :: rpn
    type(stack) :: s
    real :: a, b
    integer :: first, last, status
    first = 1
    do while (first <= len(rpn))
      last = first - 1 + scan(rpn(first:) // ' ', ' ')
      read (rpn(first:last - 1), *, iostat=status) a
      if (scan(rpn(first:first), '0123456789') == 0) then
        if (s%is_empty()) exit
        b = s%pop()
        if (s%is_empty()) exit
        a = s%pop()
        select case (rpn(first:first))
        case ('+'); a = a + b
        case ('-'); a = a - b
        case ('*'); a = a*b
        case ('/'); a = a/b
        end select
      end if
      call s%push(a)
      first = last + 1
    end do
    if (first <= len(rpn)) then
      print *, 'malformed'
    else
      print '(f8.3)', s%pop()
    end if
  end subroutine
end program
