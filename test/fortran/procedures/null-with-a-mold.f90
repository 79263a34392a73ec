module mymod
  interface tt
    module procedure tt_i, tt_r, tt_l, tt_a
  end interface tt
contains
  integer function tt_l(x)
    logical, pointer :: x
    tt_l = 0
    if (associated(x)) tt_l = 10
  end function
  integer function tt_i(x)
    integer, pointer :: x
    tt_i = 1
    if (associated(x)) tt_i = 11
  end function
  integer function tt_r(x)
    real, pointer :: x
    tt_r = 2
    if (associated(x)) tt_r = 12
  end function
  integer function tt_a(x)
    real, pointer :: x(:)
    tt_a = 3
    if (associated(x)) tt_a = 13
  end function
end module
program test
  use mymod
  logical, pointer :: l
  integer, pointer :: i
  real, pointer :: r, a(:)
  nullify (l, i, r, a)
  print *, tt(l), tt(i), tt(r), tt(a)
  print *, tt(null(l)), tt(null(i)), tt(null(r)), tt(null(a))
end program
