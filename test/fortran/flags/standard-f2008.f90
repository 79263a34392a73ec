! flags: -std=f2008 -pedantic
! Formats that are known only at run time, and files that are already open: with -std=f2008.
program p
  implicit none
  character(12), dimension(10) :: formats = [character(12) :: '(f0.2)', '(e0.2)', '(d0.2)', '(en0.2)', '(es0.2)', &
    '(g0)', '(g0.3)', '(o8)', '(b40)', '(z0)']
  character(60) :: message, out
  character(9) :: bits = '(z8)'
  integer :: i, ios
  real :: x
  do i = 1, size(formats)
    out = 'none'
    message = ''
    write (out, formats(i), iostat=ios, iomsg=message) 3.5
    if (ios == 0) print *, trim(formats(i)), ' ', out(1:20)
    if (ios /= 0) print *, trim(formats(i)), ios, message(1:index(message, achar(10)) - 1)
  end do
  read (bits, bits, iostat=ios, iomsg=message) x
  print *, ios, message(1:index(message, achar(10)) - 1)
  write (out, bits, iostat=ios, iomsg=message) 'a'
  print *, ios, message(1:index(message, achar(10)) - 1)
  write (out, bits, iostat=ios) 171
  print *, ios, out(1:8)
  open (11, file='standard.dat')
  open (12, file='standard.dat', iostat=ios, iomsg=message)
  print *, ios, message(1:40)
  close (11, status='delete')
end program
