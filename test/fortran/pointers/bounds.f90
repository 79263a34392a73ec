! Bounds that a pointer gets by assignment, and contiguous targets with explicit bounds.
program bounds
  implicit none
  type grid
    real :: cells(2, 3) = reshape([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])
  end type
  type(grid), target :: g
  integer, target :: t(3, 4) = reshape([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [3, 4])
  integer, pointer :: line(:), box(:, :), cube(:, :, :)
  integer, pointer, contiguous :: column(:), columns(:, :)
  real, pointer :: cells(:)
  integer :: n = 3, one = 1
  columns => t(1:3, 2:3)
  print *, columns, is_contiguous(columns)
  columns => t(1:n, :)
  print *, shape(columns), columns(3, 4)
  columns => t(:n, 4:)
  print *, columns
  column => t(::one, 2)
  print *, column
  column => t(2:3, 1)
  print *, column
  column => t(2::9, 3)
  print *, size(column), associated(column)
  columns => t(2:, 4:)
  print *, columns
  line(-5:6) => t
  print *, lbound(line), ubound(line), line(-5), line(6)
  line(1:6) => t(:, 3:4)
  print *, line
  box(0:1, 5:7) => line(6:1:-1)
  print *, lbound(box), ubound(box)
  print *, box
  cube(1:, 2:, 3:) => reshaped(columns)
  print *, lbound(cube), ubound(cube), cube(1, 2, 3)
  cells(1:n + n) => g%cells
  cells(n + 1:) = 0
  print *, g%cells
contains
  function reshaped(from) result(to)
    integer, pointer, contiguous, intent(in) :: from(:, :)
    integer, pointer :: to(:, :, :)
    to(1:1, 1:size(from), 1:1) => from
  end function
end program
