! Scalar arguments of MAXLOC and similar functions are computed once; POPCNT counts all bits of the largest kind.
program once
  implicit none
  integer :: calls = 0, a(2, 3), r
  integer(16) :: big
  a = reshape([3, 1, 3, 1, 3, 1], [2, 3])
  print *, maxloc(a, dim=1, back=no()), calls
  print *, minloc(a, dim=2, back=no()), calls
  print *, findloc(a, value(), dim=2, back=no()), calls
  big = -8
  print *, popcnt(big), poppar(big), popcnt(huge(big)), popcnt(a(1, 1))
  big = 2_16**100 + 1
  print *, popcnt(big), poppar(big)
  r = 2
  print *, selected_real_kind(radix=r), selected_real_kind(6, 30, radix=r)
  r = 10
  print *, selected_real_kind(radix=r)
contains
  logical function no()
    calls = calls + 1
    no = .false.
  end function
  integer function value()
    calls = calls + 1
    value = 3
  end function
end program
