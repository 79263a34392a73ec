! Nested types: arrays in types in arrays, sections through components, constructors, default values, comparison.
program nested
  implicit none
  type cell
    integer :: value = -1
    logical :: open = .false.
  end type
  type board
    type(cell) :: cells(2, 2)
    integer :: moves(3) = 0
    character(3) :: tag = 'new'
  end type
  type match
    type(board) :: boards(2)
    type(board), allocatable :: history(:)
  end type
  type(match) :: g
  type(board) :: b
  integer :: i
  b%cells(:, 1)%value = [1, 2]
  b%cells(2, :)%open = .true.
  b%moves(2:) = [5, 6]
  g%boards(1) = b
  print *, g%boards(1)%cells%value, g%boards(2)%cells%value
  print *, g%boards%tag, g%boards(1)%cells(2, :)%open, count(g%boards(1)%cells%open)
  allocate (g%history(2))
  g%history(2) = g%boards(1)
  g%history(2)%cells(1, 1) = cell(99, .true.)
  print *, g%history(2)%cells(1, 1)%value, g%history(1)%cells(1, 1), sum(g%history(2)%cells%value)
  g%history = [g%history, board(tag='end')]
  print *, size(g%history), g%history%tag, g%history(3)%moves
  g%boards(:)%moves(1) = [7, 8]
  print *, (g%boards(i)%moves, i = 1, 2), maxval(g%boards(1)%moves)
  b = board(cells=reshape([(cell(i), i = 1, 4)], [2, 2]), moves=[1, 1, 1])
  print *, b%cells%value, b%cells(2, 2)
end program
