! Errors in the middle of a record, constants without a closing quote, bits of characters, values that end like names
program unfinished
  implicit none
  integer :: n = 1, ios, i
  real :: x = 1
  logical :: l = .true.
  character(60) :: msg
  character(40) :: t
  character(8) :: s
  namelist /g/ n, x, l
  t = '&g n=abc x=2 /'; call try()
  t = '&g n=3.5 /'; call try()
  t = '&g x=1.2.3 /'; call try()
  t = '&g x=abc /'; call try()
  t = '&g x=1.5e3z /'; call try()
  t = '&g n=4 5 x=7 /'; call try()
  t = '&g l=maybe /'; call try()
  t = '&g n= x=9 /'; call try()
  t = "'abc"
  read(t, *, iostat=ios) s
  print *, ios, s
  t = "'abc''"
  read(t, *, iostat=ios) s, i
  print *, ios, s
  open(9, file='unfinished.txt')
  write(9, '(a)') "1 'abc"
  rewind 9
  read(9, *, iostat=ios) i, s
  print *, ios, s
  close(9, status='delete')
  write(*, '(i3,a,i4)', iostat=ios) 1, 'x', 'y'
  print *, ios
  write(*, '(a,i4)', iostat=ios) 'abcdef', 1.5
  write(*, '(a)') 'and on'
  print '(z8,1x,z0,1x,b10,1x,o8)', 'AZ', 'AZQ', 'AB', 'AZ'
contains
  subroutine try()
    read(t, nml=g, iostat=ios, iomsg=msg)
    print *, ios, trim(msg), n, x
    msg = ''
  end subroutine
end program
