! Output list items, passed in every way: by value, by address, as whole arrays and element by element; constant, computed and
! character units; functions in lists that themselves perform I/O.
module noting
  implicit none
contains
  recursive integer function depth(n) result(d)
    integer, intent(in) :: n
    character(len=12) :: text
    if (n == 0) then
      d = 0
    else
      write (text, '(i0,a,i0)') n, ':', depth(n - 1)
      d = len_trim(text)
    end if
  end function
end module

program items
  use noting
  implicit none
  integer(1) :: i1 = -7
  integer(2) :: i2 = 300
  integer(8) :: i8 = 9876543210_8
  logical(1) :: l1 = .true.
  logical(8) :: l8 = .false.
  complex(8) :: z = (1.5d0, -2d0)
  real(4) :: r4 = 0.1
  real(8) :: grid(3, 2) = reshape([1d0, 2d0, 3d0, 4d0, 5d0, 6d0], [3, 2])
  real(8), allocatable :: held(:)
  integer :: none(0), k, unit6 = 6, pick(2) = [3, 1], status
  integer(8) :: long_unit = 6
  character(len=4) :: words(2) = ['ab  ', 'cdef']
  character(len=30) :: record, records(2), message
  type :: pair
    integer :: n = 4
    real(8) :: x(2) = [0.5d0, 1.5d0]
  end type
  type(pair) :: pairs(2)

  write (*, '(5(1x, i0), 2(1x, l1))') i1, i2, i8, 2*i2, k_of(3), l1, l8
  write (unit6, '(1x, f4.1, 2f6.2)') r4, z
  write (long_unit, '(6f5.1)') grid
  write (unit6 + 0, '(2f5.1)') grid(2, :)
  write (6, '(2f5.1)') grid(pick, 2)
  write (6, '(a, *(i3))') 'nothing:', none
  allocate (held(-1:1), source=2.25d0)
  held(0) = -1
  write (*, '(3f7.2)') held, held(1:-1:-1), held*2
  write (*, '(2(a, "|"))') words, words(2)(2:3), trim(words(1)) // '!'
  print '(2(i3, 2f5.1))', pairs
  print '(i3, i3)', depth(3), depth(1)
  print '(2(i3, l3))', (k, grid(k, 1) > 1.5d0, k=3, 1, -2)
  write (record, '(i5, es12.4)') k, grid(1, 2)
  write (records, '(a)') 'first', 'second'
  print '(3a)', record, records
  read (record, *, iostat=status) k, grid(3, 2)
  write (*, '(2i4, f7.2)', iostat=status, iomsg=message) status, k, grid(3, 2)
  read (records(1), '(i5)', iostat=status, iomsg=message) k
  print *, status > 0, len_trim(message) > 0
  inquire (iolength=k) i1, i8, grid, words
  print *, k
  k = 5
  do k = k, 7
    write (*, '(i2)', advance='no') k
  end do
  write (*, *)
contains
  integer function k_of(n)
    integer, intent(in) :: n
    write (record, '(i0)') n*n
    read (record, *) k_of
  end function
end program
