! INQUIRE by unit and by file, before, during and after the connection.
program inquire_all
  implicit none
  logical :: e, o, m
  integer :: n, r, s
  character(12) :: c(6)
  call ask('nothing')
  open (17, file='asked.txt', status='new', action='write', delim='apostrophe', blank='zero')
  call ask('new')
  write (17, '(a)') 'ten chars.'
  call ask('written')
  close (17)
  open (17, file='asked.txt', form='unformatted', access='direct', recl=11)
  call ask('direct')
  close (17)
  open (17, file='asked.txt', position='append', pad='no', sign='plus', decimal='comma')
  call ask('append')
  close (17, status='delete')
  call ask('deleted')
contains
  subroutine ask(what)
    character(*), intent(in) :: what
    inquire (file='asked.txt', exist=e, opened=o, number=n)
    print *, what, e, o, n
    inquire (17, exist=e, opened=o, named=m, number=n, recl=r, iostat=s)
    print *, e, o, m, n, r, s
    inquire (17, access=c(1), form=c(2), action=c(3), delim=c(4), blank=c(5), position=c(6))
    print *, c
    inquire (17, sequential=c(1), direct=c(2), formatted=c(3), unformatted=c(4), stream=c(5))
    print *, c(1:5)
    inquire (17, read=c(1), write=c(2), readwrite=c(3), pad=c(4), sign=c(5), decimal=c(6))
    print *, c
  end subroutine
end program
