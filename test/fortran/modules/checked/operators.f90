! Operators and generics through modules: ONLY with operators, renaming of operators, extension in another module.
module base_operators
  implicit none
  type set
    logical :: has(0:9) = .false.
  end type
  interface operator(.in.)
    module procedure contains_element
  end interface
  interface operator(+)
    module procedure join
  end interface
  interface set
    module procedure from_list
  end interface
contains
  pure logical function contains_element(k, s)
    integer, intent(in) :: k
    type(set), intent(in) :: s
    contains_element = s%has(k)
  end function
  pure type(set) function join(a, b)
    type(set), intent(in) :: a, b
    join%has = a%has .or. b%has
  end function
  pure type(set) function from_list(v)
    integer, intent(in) :: v(:)
    from_list%has(v) = .true.
  end function
end module
module more_operators
  use base_operators, only: set, operator(+)
  implicit none
  interface operator(+)
    module procedure add_one
  end interface
  interface operator(-)
    module procedure remove
  end interface
contains
  pure type(set) function add_one(s, k)
    type(set), intent(in) :: s
    integer, intent(in) :: k
    add_one = s
    add_one%has(k) = .true.
  end function
  pure type(set) function remove(s, k)
    type(set), intent(in) :: s
    integer, intent(in) :: k
    remove = s
    remove%has(k) = .false.
  end function
end module
program use_operators
  use base_operators, only: operator(.member.) => operator(.in.), set
  use more_operators
  implicit none
  type(set) :: s
  integer :: i
  s = set([1, 3, 5]) + set([5, 7]) + 9 - 1
  print *, pack([(i, i = 0, 9)], s%has), 3 .member. s, 1 .member. s
end program
