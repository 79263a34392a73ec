! READ and WRITE on units of the wrong kind, past the end, past records: IOSTAT= and IOMSG=.
program transfer_errors
  implicit none
  integer :: s, i
  character(80) :: m
  character(5) :: c
  m = 'nothing said'
  open (20, status='scratch', form='unformatted')
  write (20, *, iostat=s, iomsg=m) 1
  call say
  write (20, rec=1, iostat=s, iomsg=m) 1
  call say
  write (20) 1
  rewind 20
  read (20, iostat=s, iomsg=m) i, i
  call say
  read (20, iostat=s, iomsg=m) i
  call say
  read (20, iostat=s, iomsg=m) i
  call say
  close (20)
  open (20, status='scratch', access='direct', recl=4)
  write (20, iostat=s, iomsg=m) 1
  call say
  write (20, rec=0, iostat=s, iomsg=m) 1
  call say
  write (20, rec=1, iostat=s, iomsg=m) 1, 2
  call say
  backspace (20, iostat=s, iomsg=m)
  call say
  rewind (20, iostat=s, iomsg=m)
  call say
  endfile (20, iostat=s, iomsg=m)
  call say
  close (20)
  open (20, status='scratch')
  write (20, iostat=s, iomsg=m) 1
  call say
  write (20, '(i5)', rec=1, iostat=s, iomsg=m) 1
  call say
  c = 'abc'
  read (c, '(i3)', iostat=s, iomsg=m) i
  call say
  read (c, '(f3.1)', iostat=s, iomsg=m) i
  call say
  write (c, '(i6)', iostat=s, iomsg=m) 1
  call say
  write (c, '(i5)', iostat=s, iomsg=m) 'a'
  call say
  write (c, '(f5.1)', iostat=s, iomsg=m) .true.
  call say
  flush (98, iostat=s, iomsg=m)
  call say
contains
  subroutine say
    print '(i5,1x,a)', s, trim(m)
    m = 'nothing said'
  end subroutine
end program
