program files
  implicit none
  integer :: u, ios, i, n
  real :: x
  character(len=80) :: line, msg
  logical :: there
  open (newunit=u, file='test.txt', status='replace', action='write')
  do i = 1, 5
    write (u, *) i, i * 1.5
  end do
  close (u)
  open (newunit=u, file='test.txt', status='old', action='read')
  n = 0
  do
    read (u, *, iostat=ios) i, x
    if (ios /= 0) exit
    n = n + 1
    print *, i, x
  end do
  print *, n, ios < 0, is_iostat_end(ios)
  close (u)
  open (newunit=u, file='test.txt', position='append')
  write (u, '(a)') 'last line'
  close (u)
  open (newunit=u, file='test.txt')
  do
    read (u, '(a)', end=10) line
    print *, trim(line)
  end do
10 close (u, status='delete')
  inquire (file='test.txt', exist=there)
  print *, there
  open (20, file='missing.txt', status='old', iostat=ios, iomsg=msg)
  print *, ios /= 0
  open (newunit=u, file='s.bin', access='stream', form='unformatted', status='replace')
  write (u) 1, 2.5, 'abc'
  inquire (u, pos=n)
  print *, n
  read (u, pos=5) x
  print *, x
  close (u, status='delete')
  open (newunit=u, file='d.bin', access='direct', recl=8, form='unformatted', status='replace')
  do i = 1, 4
    write (u, rec=i) i, real(i)
  end do
  read (u, rec=3) n, x
  print *, n, x
  close (u, status='delete')
  read (*, *, iostat=ios) i
  print *, ios
end program
