! flags: -finit-integer=-7 -finit-real=nan -finit-logical=true -finit-character=65
! Local variables without initial values start with the flags' values; others do not.
module shared
  integer :: in_module
  real :: pair(2)
  character(3) :: letters
  type holder
    integer :: n = 4
    real :: x = 2.0
  end type
end module

program init_values
  use shared
  implicit none
  integer :: i, row(3), in_common, a, b, given = 3, late
  integer(8) :: wide
  real :: x
  real, save :: kept(2, 2)
  logical :: l
  logical(1) :: small
  character(3) :: text, words(2)
  complex :: z
  type(holder) :: held
  integer, allocatable :: list(:)
  common /block/ in_common
  equivalence (a, b)
  data late /9/
  print *, in_module, pair, in_common, a, b, given, late, held%n, held%x, allocated(list)
  print *, i, row, wide, x, kept, l, small, text, words, z
  i = 1
  call fill(i)
  call locals(2)
  call locals(3)
  print *, vector(), name_of(4)
  block
    integer :: inner(2)
    character(2) :: pad
    print *, inner, pad
  end block
contains
  subroutine fill(n)
    integer, intent(inout) :: n
    integer :: junk(50)
    junk = n
    n = sum(junk)
  end subroutine
  subroutine locals(n)
    integer, intent(in) :: n
    integer :: i, grid(2, 2), automatic(n)
    integer, save :: calls, tens(2)
    integer, target :: aimed
    real(8) :: d
    real :: xs(n)
    complex(8) :: zs(2)
    logical :: ls(2)
    character(2) :: c, cs(2)
    character(n) :: long, many(2)
    calls = calls + 1
    tens = tens * 10
    print *, i, grid, automatic, calls, tens, aimed
    print *, d, xs, zs, ls, '[', c, cs, long, many, ']'
    i = 5
    grid = 5
    xs = 5
    c = 'zz'
  end subroutine
  function vector() result(v)
    real :: v(2)
    if (given == 4) v = 1
  end function
  function name_of(n) result(text)
    integer, intent(in) :: n
    character(n) :: text
    if (given == 4) text = 'no'
  end function
end program
