! Assignments whose target also appears in the subscripts or on the right; sections of components; open bounds.
module moving
  implicit none
  type ticket
    character(len=4) :: code = 'a1b2'
    integer :: number = 0
  end type
  interface assignment(=)
    module procedure take
  end interface
contains
  elemental subroutine take(left, right)
    type(ticket), intent(out) :: left
    type(ticket), intent(in) :: right
    left%number = right%number * 10
    left%code = right%code
  end subroutine
end module

program changing_places
  use moving
  implicit none
  integer :: order(4) = [2, 4, 1, 3], i
  integer, pointer :: p(:), q(:)
  integer, target :: empty(0), full(3) = [1, 2, 3]
  character(:), pointer :: s, t
  character(6), target :: text = 'abcdef'
  type(ticket) :: row(3)
  character(4) :: records(2)
  order(order) = [(i, i = 1, 4)]
  print *, order
  row%number = [1, 2, 3]
  row = row([3, 1, 2])
  print *, row%number
  row%code(2:3) = ['xy', 'zw', 'uv']
  print *, row%code(2:3), row(2)%code
  print *, reshape(row%code(1:2), [3, 1])
  write (row(1:2)%code(3:4), '(i2)') [7, 8]
  print *, row%code
  call bounds(full, 3)
  p => empty
  q => p
  print *, associated(p), associated(p, empty), associated(q, p)
  p => full
  print *, associated(p, full), associated(q, p)
  s => text(3:2)
  t => s
  print *, associated(s), associated(s, t), len(t)
  s => text
  print *, associated(s, text)
  records = labelled([1, 2])
  print *, records, len(labelled([3, 4, 5]))
  full = cshift([(i * full(i), i = 1, 3)], 1) + sum([(full(4 - i), i = 1, 2)])
  print *, full
  print *, and(.true._1, .false._1), or(.true., .false.), xor(.true._2, .true._2), and(12, 10)
contains
  subroutine bounds(a, n)
    integer :: n, a(2:n + 1, 4:*)
    print *, [lbound(a, 1), lbound(a, 2)], lbound(a), ubound(a, 1)
  end subroutine
  function labelled(list) result(out)
    integer, intent(in) :: list(:)
    character(len=size(list)) :: out(2)
    out = 'wxyz'
  end function
end program
