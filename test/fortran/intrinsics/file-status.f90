! The GNU library's procedures for files and times: ACCESS, STAT, LSTAT, FSTAT, LTIME, GMTIME.
program p
  implicit none
  character(*), parameter :: name = 'file-status.dat'
  interface
    integer function missing(values)
      integer :: values(:)
    end function
  end interface
  integer :: a(13), b(13), c(13), i, times(9), strided(26)
  open (10, file=name)
  write (10, '(a)') 'twelve bytes'
  close (10)
  print *, access(name, ' '), access(name, 'r'), access(name, 'RW'), access(name // '   ', 'w'), access(name, 'q')
  print *, access('not-there', ''), access('not-there', 'r'), access(name, 'x'), access('.', 'x')
  a = -1
  call stat(name, a, i)
  print *, i, a(8), a(3) > 0
  i = lstat(name // ' ', b)
  print *, i, all(a == b)
  open (10, file=name, position='append')
  write (10, '(a)') 'more'
  flush (10)
  print *, fstat(10, c), c(8)
  close (10, status='delete')
  strided = -7
  print *, missing(strided), strided(:4)
  call stat('.', strided(1::2))
  print *, strided(2:4:2), strided(1) /= -7
  call gmtime(86400 * 365 + 3661, times)
  print *, times
  call ltime(0, times)
  print *, times(6)
contains
  ! The program's name takes precedence over the library's.
  subroutine free(n)
    integer :: n
    n = 0
  end subroutine
end program
integer function missing(values)
  integer :: values(:)
  missing = stat('not-there', values(1::2))
end function
