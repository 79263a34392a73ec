! Files of several forms in one program: formatted, direct, stream and unformatted; inquiry; positions; errors.
program records
  implicit none
  integer :: u, i, n, status, position
  real :: x(3)
  character(10) :: word
  logical :: exists, opened
  open (newunit=u, status='scratch', form='formatted')
  write (u, '(i4,f8.2,a)') (i, i*1.5, ' line', i = 1, 3)
  rewind u
  n = 0
  do
    read (u, '(i4,f8.2,a)', iostat=status) i, x(1), word
    if (status < 0) exit
    n = n + 1
  end do
  print *, n, i, x(1), word, is_iostat_end(status)
  backspace u
  backspace u
  read (u, '(i4)') i
  print *, i
  close (u)
  open (newunit=u, status='scratch', access='direct', recl=12, form='unformatted')
  do i = 1, 4
    write (u, rec=i) i, i*2, i*3
  end do
  read (u, rec=3) i, n
  print *, i, n
  inquire (unit=u, opened=opened, nextrec=n)
  print *, opened, n
  close (u)
  open (newunit=u, status='scratch', access='stream', form='unformatted')
  write (u) 'abcdef', 7, 2.5
  inquire (u, pos=position)
  read (u, pos=3) word(1:2)
  read (u, pos=7) i
  print *, position, word(1:2), i
  close (u)
  open (newunit=u, status='scratch', form='unformatted')
  write (u) [1., 2., 3.], 'tail'
  rewind u
  read (u) x, word(1:4)
  print *, x, word(1:4)
  close (u)
  inquire (file='surely-not-there.txt', exist=exists)
  open (newunit=u, file='surely-not-there.txt', status='old', iostat=status)
  print *, exists, status /= 0
end program
