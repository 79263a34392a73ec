! Logical kinds and operators, precedence, short-circuit expressions, conversion, printing.
program logicals
  implicit none
  logical :: a = .true., b = .false.
  logical(1) :: s = .true.
  logical(8) :: w
  integer :: i
  w = a .and. .not. b
  print *, a, b, s, w
  print *, a .or. b .and. b, (a .or. b) .and. b, .not. a .eqv. b, a .neqv. b, a .eqv. .not. b
  print *, 1 < 2 .and. 2 < 3, 1 == 2 .or. 'a' == 'a', 3 >= 3 .eqv. 4 /= 4
  print *, logical(a, 1), kind(logical(a, 8)), merge('T', 'F', s), count([a, b, logical(s)])
  print '(l1,l3,3l2)', a, b, [a, b, a]
  print *, any([(i > 2, i = 1, 3)]), all([(i > 0, i = 1, 3)]), [(mod(i, 2) == 0, i = 1, 4)]
  if (a .and. .not. b .or. .false.) print *, 'yes'
  if (xor(a, b)) print *, 'exclusive'
  a = .not. a
  print *, a, a .and. is_called(), a .or. is_called()
contains
  logical function is_called()
    is_called = .true.
  end function
end program
