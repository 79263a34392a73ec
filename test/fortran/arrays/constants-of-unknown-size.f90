! Named constants whose shapes are determined by their values.
program constants_of_unknown_size
  implicit none
  integer, parameter :: n = 4
  integer :: i, j
  logical, parameter :: odd(*) = [(mod(i, 2) == 1, i = 1, 5)]
  integer, parameter :: chosen(*) = pack([10, 20, 30, 40, 50], odd)
  character(3), parameter :: names(*) = pack(['one', 'two', 'six'], [.false., .true., .true.])
  integer, parameter :: all_of(*) = pack(reshape([1, 2, 3, 4], [2, 2]), .true.)
  integer, parameter :: none(*) = pack([1, 2], .false.)
  real, parameter :: triangle(*) = [((i*0.5 + j**2.5, i = 1, j), j = 1, n)]
  real(8), parameter :: waves(*) = [(sin(0.25d0*i), i = 1, n)]
  real(8), parameter :: total = sum(waves), factor = product(waves)
  integer, parameter :: wide = merge(4, 8, total < 3)
  real(wide) :: y = 1
  integer, allocatable :: list(:)
  print *, size(chosen), chosen
  print *, size(names), names
  print *, all_of, size(none)
  print *, size(triangle)
  print '(10f8.3)', triangle
  print '(2f20.16)', total, factor
  print *, kind(y)
  allocate (list(3), source=[7, 8, 9])
  print *, shape(reshape(list, [shape(list), 1]))
  print *, reshape(list, [1, shape(list), 1])
  associate (column => reshape(list, [shape(list), 1]))
    print *, column(2, 1), rank(column)
  end associate
end program
