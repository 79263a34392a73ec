! Structures in lists: component by component, nested, arrays of them, read and written.
program structures_io
  implicit none
  type inner
    integer :: i = 1
    character(3) :: c = 'abc'
  end type
  type outer
    type(inner) :: a, b(2)
    real :: x = 2.5
    logical :: l = .true.
  end type
  type(outer) :: o, p(2)
  character(60) :: t
  print *, o
  print '(i2,a4,2(i3,a4),f5.1,l2)', o
  t = '5 xyz 6 uvw 7 rst 1.5 f'
  read (t, *) o
  print *, o
  print '(i0)', p%a%i, p(2)%b%i
  open (10, form='unformatted', status='scratch')
  write (10) o, p
  rewind 10
  o = p(1)
  read (10) o, p
  print *, o%x, p%x, o%b(2)%c
end program
