! A format that does not fit the item is reported before the end of the file.
program format_before_end
  implicit none
  type :: point
    integer :: at(2)
  end type
  integer :: i = 7, ios
  real :: x = 1
  character(120) :: message
  type(point) :: p
  open (10, status='scratch')
  read (10, fmt='(dt)', advance='no', iostat=ios, iomsg=message) i, p
  call show
  read (10, fmt='(dt"point"(1))', iostat=ios, iomsg=message) i
  call show
  read (10, fmt='(f8.2)', iostat=ios, iomsg=message) i
  call show
  read (10, fmt='(1x, i8)', iostat=ios, iomsg=message) x
  call show
  read (10, fmt='(i8)', iostat=ios, iomsg=message) i
  call show
  rewind 10
  read (10, fmt='(/, f8.2)', iostat=ios, iomsg=message) i
  call show
  rewind 10
  read (10, fmt='(i8)', iostat=ios, iomsg=message)
  call show
  close (10)
contains
  subroutine show
    print '(i0, 1x, a)', ios, trim(message)
    message = ''
  end subroutine
end program format_before_end
