! Types in input and output lists, by components, in arrays, through internal files; PARAMETER of types.
program types_io
  implicit none
  type date
    integer :: year, month, day
  end type
  type event
    type(date) :: on
    character(8) :: what
    real :: cost(2)
  end type
  type(event) :: e, list(2)
  type(event), parameter :: founding = event(date(1957, 4, 1), 'founded', [1.5, 2.5])
  character(60) :: line
  integer :: i
  e = founding
  print *, e
  print '(i4,2("/",i2.2),1x,a,2f6.2)', e
  write (line, *) e%on
  print *, trim(line)
  line = '2001 2 3 "party" 4.5 6'
  read (line, *) e
  print *, e%on, e%what, e%cost
  list = [founding, e]
  list%on%year = list%on%year + 1
  print '(3i5,a10,2f5.1)', list
  print *, (list(i)%on%year, i = 1, 2), list%what, founding%on%day
end program
