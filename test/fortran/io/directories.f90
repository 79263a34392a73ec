! A directory can be opened for reading, but READ gets nothing from it.
program directories
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    integer(c_int) function make_directory(name, mode) bind(c, name='mkdir')
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: mode
    end function
  end interface
  character :: c
  character(100) :: message
  integer :: status
  logical :: exists
  print *, make_directory('parts.dir' // c_null_char, int(o'755', c_int))
  message = ''
  open (10, file='parts.dir', access='stream', action='read', iostat=status, iomsg=message)
  call show('open')
  read (10, iostat=status, iomsg=message) c
  call show('read')
  close (10, status='delete', iostat=status)
  call show('close')
  inquire (file='parts.dir', exist=exists)
  print *, exists
  open (10, file='.', iostat=status, iomsg=message)
  call show('read and write')
  open (10, file='./', action='write', iostat=status, iomsg=message)
  call show('write')
  open (10, file='.', status='replace', iostat=status, iomsg=message)
  call show('replace')
  open (10, file='.', status='new', iostat=status, iomsg=message)
  call show('new')
  open (10, file='.', action='read', iostat=status, iomsg=message)
  call show('formatted')
  write (10, '(a)', iostat=status, iomsg=message) c
  call show('write')
  close (10)
contains
  subroutine show(what)
    character(*), intent(in) :: what
    print '(a, 1x, i0, 1x, a)', what, status, trim(message)
    message = ''
  end subroutine
end program directories
