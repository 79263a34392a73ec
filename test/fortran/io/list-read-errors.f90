! Messages of list-directed input about invalid values.
program list_read_errors
  implicit none
  call try('abc')
  call try('1.5')
  call try('99999999999')
  call try('0*3')
  call try('1x')
  call try('1*2*3')
  call try('--1')
  call try('')
contains
  subroutine try(text)
    character(*), intent(in) :: text
    character(100) :: m
    integer :: i, s
    real :: x
    logical :: l
    complex :: z
    m = 'fine'
    read (text, *, iostat=s, iomsg=m) i
    print '(i5,2a)', s, ' ', trim(m)
    m = 'fine'
    read (text, *, iostat=s, iomsg=m) x
    print '(i5,2a)', s, ' ', trim(m)
    m = 'fine'
    read (text, *, iostat=s, iomsg=m) l
    print '(i5,2a)', s, ' ', trim(m)
    m = 'fine'
    read (text, *, iostat=s, iomsg=m) z
    print '(i5,2a)', s, ' ', trim(m)
  end subroutine
end program
