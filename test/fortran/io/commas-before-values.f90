! A comma at the beginning of a record belongs to the last value of the record before it. In NAMELIST and in child
! statements, gfortran 12 reads a null value instead, so the output is written by hand.
module pairs
  implicit none
  type pair
    integer :: a = 0, b = 0
  contains
    procedure, private :: read_pair
    generic :: read(formatted) => read_pair
  end type
contains
  subroutine read_pair(dtv, unit, iotype, v_list, iostat, iomsg)
    class(pair), intent(inout) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    read (unit, *, iostat=iostat, iomsg=iomsg) dtv%a, dtv%b
  end subroutine
end module
program commas
  use pairs
  implicit none
  integer :: a(4), i
  complex :: z(2)
  character(3) :: s(3)
  logical :: l(2)
  type(pair) :: p(2)
  namelist /group/ a, i, s
  call list([character(20) :: '1 2', ',,4'])
  call list([character(20) :: '1, 2', ', , 4'])
  call list([character(20) :: '1 2 ', '', '  ', ' ,3,4'])
  call list([character(20) :: ',2', ',3', ',4'])
  call list([character(20) :: '1,', ',3,4'])
  call list([character(20) :: '2*1', ', 3 4'])
  call list([character(20) :: '2*', ', 3 4'])
  call list([character(20) :: '2*,', ', 4'])
  call list([character(20) :: '1 2', ', /'])
  call list([character(20) :: '1 2', ',3', ','])
  call groups([character(20) :: '&group a = 1, 2 ! c', ',,4', 'i = 3/'])
  call groups([character(20) :: '&group a = 1', '! c', ', ! d', '2, i = 3/'])
  call groups([character(20) :: "&group s = 'x'", ", 'y'", ", , a = 1", ', i = 2/'])
  call groups([character(20) :: '&group a = 2*1', ', 3, 4', ', i = 2/'])
  call groups([character(20) :: '&group i = 1', ', a = 5', ',, 6', '/'])
  open (10, status='scratch')
  write (10, '(a)') '(1,2)', ',(3,4)', 'T', ',F', "'a'", ',"b"', 'c', '1 2', ',3', ',4', '5', ',6'
  rewind (10)
  read (10, *) z, l, s
  print *, z, l, s
  read (10, *) p, i, a(1)
  print *, p%a, p%b, i, a(1)
contains
  subroutine list(file)
    character(*), intent(in) :: file(:)
    integer :: status
    a = 0
    read (file, *, iostat=status) a
    print *, status, a
  end subroutine
  subroutine groups(file)
    character(*), intent(in) :: file(:)
    integer :: status
    a = 0
    i = 0
    s = '-'
    read (file, group, iostat=status)
    print *, status, a, i, s
  end subroutine
end program
