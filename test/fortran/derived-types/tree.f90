module list_mod
  implicit none
  type :: node_t
    integer :: key
    character(len=:), allocatable :: text
    type(node_t), pointer :: left => null(), right => null()
  end type
  type :: tree_t
    type(node_t), pointer :: root => null()
    integer :: count = 0
  contains
    procedure :: insert
    procedure :: walk
    procedure, nopass :: version
  end type
  abstract interface
    subroutine visitor(n)
      import :: node_t
      type(node_t), intent(in) :: n
    end subroutine
  end interface
contains
  subroutine insert(self, key, text)
    class(tree_t), intent(inout) :: self
    integer, intent(in) :: key
    character(len=*), intent(in) :: text
    call insert_node(self%root)
    self%count = self%count + 1
  contains
    recursive subroutine insert_node(n)
      type(node_t), pointer, intent(inout) :: n
      if (.not. associated(n)) then
        allocate (n)
        n%key = key
        n%text = text
      else if (key < n%key) then
        call insert_node(n%left)
      else
        call insert_node(n%right)
      end if
    end subroutine
  end subroutine
  subroutine walk(self, visit)
    class(tree_t), intent(in) :: self
    procedure(visitor) :: visit
    call go(self%root)
  contains
    recursive subroutine go(n)
      type(node_t), pointer, intent(in) :: n
      if (.not. associated(n)) return
      call go(n%left)
      call visit(n)
      call go(n%right)
    end subroutine
  end subroutine
  integer function version()
    version = 3
  end function
end module
module func_mod
  implicit none
  type :: ops
    procedure(binary), pointer, nopass :: f => null()
    character(len=8) :: name = ''
  end type
  interface
    function binary(a, b) result(c)
      real, intent(in) :: a, b
      real :: c
    end function
  end interface
contains
  function addf(a, b) result(c)
    real, intent(in) :: a, b
    real :: c
    c = a + b
  end function
  function mulf(a, b) result(c)
    real, intent(in) :: a, b
    real :: c
    c = a * b
  end function
end module
program main
  use list_mod
  use func_mod
  implicit none
  type(tree_t) :: t
  type(ops) :: table(2)
  integer :: i, total
  integer, parameter :: keys(5) = [5, 2, 8, 1, 9]
  character(len=4) :: s
  do i = 1, 5
    write (s, '(a, i0)') 'k', keys(i)
    call t%insert(keys(i), trim(s))
  end do
  total = 0
  call t%walk(show)
  print *, t%count, total, t%version()
  table(1)%f => addf
  table(1)%name = 'add'
  table(2) = ops(mulf, 'mul')
  do i = 1, 2
    print *, table(i)%name, table(i)%f(3.0, 4.0), associated(table(i)%f)
  end do
contains
  subroutine show(n)
    type(node_t), intent(in) :: n
    print *, n%key, n%text
    total = total + n%key
  end subroutine
end program
