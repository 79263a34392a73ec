! OPEN and CLOSE with impossible requests: IOSTAT= and IOMSG=.
program open_errors
  implicit none
  integer :: s
  character(80) :: m
  open (18, file='missing', status='old', iostat=s, iomsg=m)
  call say
  open (18, file='there', status='new')
  open (19, file='there', status='new', iostat=s, iomsg=m)
  call say
  open (19, status='scratch', file='named', iostat=s, iomsg=m)
  call say
  open (19, file='x', access='direct', iostat=s, iomsg=m)
  call say
  open (19, file='x', access='direct', recl=-4, iostat=s, iomsg=m)
  call say
  open (18, file='there', form='unformatted', iostat=s, iomsg=m)
  call say
  open (18, file='there', action='read', iostat=s, iomsg=m)
  call say
  open (19, form='unformatted', status='scratch', iostat=s, iomsg=m)
  close (19, status='keep', iostat=s, iomsg=m)
  call say
  open (-7, file='x', iostat=s, iomsg=m)
  call say
  open (18, file='there', pad='no', iostat=s, iomsg=m)
  call say
  close (18, status='delete')
  close (77, iostat=s, iomsg=m)
  call say
contains
  subroutine say
    print '(i5,1x,a)', s, trim(m)
    m = 'nothing said'
  end subroutine
end program
