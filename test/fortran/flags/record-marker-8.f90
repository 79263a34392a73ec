! flags: -frecord-marker=8 -fmax-subrecord-length=8
! Unformatted records with 8-byte markers, in several parts, in either byte order: written, read and positioned.
program p
  implicit none
  integer(8) :: m(6)
  integer :: a(3), b
  call check('little_endian')
  call check('big_endian')
contains
  subroutine check(order)
    character(*), intent(in) :: order
    open (10, file='records', form='unformatted', convert=order)
    write (10) 1, 2, 3
    write (10) 4
    backspace (10)
    backspace (10)
    read (10) a
    read (10) b
    print '(4i2)', a, b
    rewind (10)
    read (10)
    read (10) b
    print '(i2)', b
    close (10)
    open (10, file='records', access='stream', convert=order)
    read (10) m(1), m(2), m(3), m(4), a(1), m(5), m(6)
    inquire (10, size=b)
    print '(8i5)', m(1), m(3:4), a(1), m(5:6), b
    close (10, status='delete')
  end subroutine
end program
