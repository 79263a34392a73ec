! An invalid unit number is an error in the statement, with a message.
program unit_too_large
  implicit none
  integer :: ios
  character(50) :: message
  message = 'none'
  write (4294967303_8, *, iostat=ios, iomsg=message) 555
  print *, ios > 0, message
  message = 'none'
  read (4294967303_8, iostat=ios, iomsg=message) ios
  print *, ios > 0, message
end program
