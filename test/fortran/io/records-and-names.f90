! Records that end with a carriage return, empty records, several names of one file, unit numbers.
program records_and_names
  implicit none
  integer :: unit, other, n, ios
  integer(8) :: large
  logical :: there
  character(10) :: text
  character(500) :: folder
  character(4) :: short

  open (10, file='returns', access='stream', form='unformatted')
  write (10) 'one' // achar(13) // 'two' // achar(13) // achar(10) // 'three' // achar(10) // achar(13) // 'rest'
  close (10)
  open (10, file='returns')
  do
    read (10, '(a)', iostat=ios) text
    if (ios /= 0) exit
    print *, '[', trim(text), ']'
  end do
  print *, is_iostat_end(ios)
  close (10, status='delete')

  short = 'abcd'
  n = 7
  read (short(1:0), '(i2)', iostat=ios) n
  print *, ios, n
  read (short(1:0), '(t7, i2)', iostat=ios) n
  print *, ios, n
  read (short(1:0), '(i2)', iostat=ios, pad='no') n
  print *, ios
  read (short(1:0), *, iostat=ios) n
  print *, ios

  call getcwd(folder)
  open (23, file='one-name')
  inquire (file='./one-name', number=unit)
  print *, unit
  inquire (file=trim(folder) // '/one-name', number=unit, opened=there)
  print *, unit, there
  inquire (file='folder/../another', number=unit, exist=there)
  print *, unit, there
  close (23, status='delete')

  open (newunit=unit, file='new')
  open (newunit=other, file='newer')
  print *, unit, other
  close (unit, status='delete')
  open (unit, file='new', iostat=ios)
  print *, ios > 0
  open (newunit=unit, file='new')
  print *, unit
  close (unit, status='delete')
  close (other, status='delete')

  large = 2_8 * huge(0) + 20
  inquire (unit=large, exist=there, opened=there, iostat=ios)
  print *, there, ios
  open (unit=large, file='none', iostat=ios)
  print *, ios > 0
end program
