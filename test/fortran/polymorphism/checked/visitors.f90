! Double dispatch and expression trees: abstract nodes, evaluation, printing, simplification by SELECT TYPE.
module expressions
  implicit none
  type, abstract :: expression
  contains
    procedure(evaluate), deferred :: value
    procedure(write_text), deferred :: text
  end type
  abstract interface
    real function evaluate(self, x)
      import expression
      class(expression), intent(in) :: self
      real, intent(in) :: x
    end function
    function write_text(self) result(t)
      import expression
      class(expression), intent(in) :: self
      character(:), allocatable :: t
    end function
  end interface
  type, extends(expression) :: number
    integer :: n = 0
  contains
    procedure :: value => number_value
    procedure :: text => number_text
  end type
  type, extends(expression) :: variable
  contains
    procedure :: value => variable_value
    procedure :: text => variable_text
  end type
  type, extends(expression) :: operation
    character :: op
    class(expression), allocatable :: left, right
  contains
    procedure :: value => operation_value
    procedure :: text => operation_text
  end type
contains
  real function number_value(self, x)
    class(number), intent(in) :: self
    real, intent(in) :: x
    number_value = self%n
  end function
  function number_text(self) result(t)
    class(number), intent(in) :: self
    character(:), allocatable :: t
    character(10) :: b
    write (b, '(i0)') self%n
    t = trim(b)
  end function
  real function variable_value(self, x)
    class(variable), intent(in) :: self
    real, intent(in) :: x
    variable_value = x
  end function
  function variable_text(self) result(t)
    class(variable), intent(in) :: self
    character(:), allocatable :: t
    t = 'x'
  end function
  recursive real function operation_value(self, x) result(v)
    class(operation), intent(in) :: self
    real, intent(in) :: x
    real :: a, b
    a = self%left%value(x)
    b = self%right%value(x)
    select case (self%op)
    case ('+'); v = a + b
    case ('*'); v = a*b
    case default; v = a - b
    end select
  end function
  recursive function operation_text(self) result(t)
    class(operation), intent(in) :: self
    character(:), allocatable :: t
    t = '(' // self%left%text() // self%op
    t = t // self%right%text() // ')'
  end function
  function make(op, a, b) result(e)
    character, intent(in) :: op
    class(expression), intent(in) :: a, b
    type(operation) :: e
    e%op = op
    allocate (e%left, source=a)
    allocate (e%right, source=b)
  end function
  recursive integer function leaves(e) result(n)
    class(expression), intent(in) :: e
    select type (e)
    type is (operation)
      n = leaves(e%left) + leaves(e%right)
    class default
      n = 1
    end select
  end function
end module
program visitors
  use expressions
  implicit none
  type(operation) :: e, f
  e = make('+', make('*', number(3), variable()), number(4))
  f = make('-', e, variable())
  print *, e%text(), e%value(2.), leaves(e)
  print *, f%text(), f%value(10.), leaves(f)
end program
