! Enumerators, BIND(C) types in arrays, VALUE arguments, global data with BIND, C kinds in expressions.
module enumerations
  use iso_c_binding
  implicit none
  enum, bind(c)
    enumerator :: red = 1, green, blue = 10, violet
  end enum
  integer(c_int), bind(c, name='shared_counter') :: counter = 3
  type, bind(c) :: sample
    integer(c_short) :: id
    real(c_float) :: value
    character(kind=c_char) :: tag(4)
  end type
contains
  integer(c_int) function next_of(c) bind(c)
    integer(c_int), value :: c
    next_of = merge(red, c + 1, c == violet)
    counter = counter + 1
  end function
  subroutine describe(s) bind(c)
    type(sample), intent(in) :: s(*)
    integer :: i
    do i = 1, 2
      print *, s(i)%id, s(i)%value, s(i)%tag(1:2)
    end do
  end subroutine
end module
program enums
  use enumerations
  implicit none
  type(sample) :: s(2)
  integer :: i
  print *, red, green, blue, violet, kind(red) == c_int
  print *, next_of(red), next_of(violet), counter
  s(1) = sample(1_c_short, 1.5, ['a', 'b', 'c', 'd'])
  s(2) = sample(2_c_short, 2.5, ['w', 'x', 'y', 'z'])
  call describe(s)
  do i = red, green
    select case (i)
    case (red); print *, 'red'
    case (green); print *, 'green'
    end select
  end do
end program
