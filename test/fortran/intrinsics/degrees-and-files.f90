! Functions of angles in degrees, and the GNU library's procedures on files.
program degrees_and_files
  implicit none
  real(8) :: x
  real :: s
  integer :: i
  do i = -4, 8
    x = 30.0d0 * i
    print '(i5,2f20.16)', 30 * i, sind(x), cosd(x)
  end do
  do i = -3, 3
    print '(i5,2f10.5)', 45 * i + 15, tand(real(45 * i + 15)), cotand(45.0 * i + 15)
  end do
  print '(3f14.9)', tand(45d0), cotand(135d0), cotan(1d0)
  print '(5f12.6)', asind(0.5), acosd(0.5), atand(1.0), atan2d(1.0, -1.0), dasind(-1d0)
  s = 390.0
  print '(2f10.6)', sind(s), cosd([s, -s])
  print '(2f10.6)', cotan((1.0, 0.5))

  call with_subroutines
  call with_functions
end program

subroutine with_subroutines
  implicit none
  integer :: i, status
  integer(8) :: place
  character(5) :: c
  character(20) :: line
  open (10, status='scratch')
  write (10, '(a)') 'abc', 'def'
  call fseek(10, -4, 1, status)
  call ftell(10, place)
  print *, status, place
  call fgetc(10, c, status)
  print *, c, status
  call fseek(10, -1, 0, status)
  print *, status /= 0
  call fseek(10, 0, 2)
  call fgetc(10, c, status)
  print *, status
  call fputc(10, 'x')
  call fputc(10, 'yz', status)
  print *, status
  call ftell(10, place)
  print *, place
  rewind (10)
  do i = 1, 3
    read (10, '(a)') line
    print *, line
  end do
  close (10)
  call fgetc(10, c, status)
  print *, status
  open (11, file='one.txt')
  write (11, *) 'kept'
  close (11)
  call rename('one.txt', 'two.txt', status)
  print *, status
  call rename('one.txt', 'three.txt', status)
  print *, status /= 0
  open (11, file='two.txt', status='old')
  read (11, *) c
  close (11)
  call unlink('two.txt', status)
  print *, c, status
  call unlink('two.txt', status)
  print *, status /= 0
end subroutine

subroutine with_functions
  implicit none
  character(3) :: c
  open (12, status='scratch')
  print *, ftell(12)
  write (12, '(a)') 'xyz'
  print *, ftell(12)
  rewind (12)
  if (fgetc(12, c) == 0) print *, c
  print *, fputc(12, 'Q')
  rewind (12)
  read (12, '(a)') c
  print *, c
  close (12)
  print *, ftell(12), fgetc(12, c), fputc(12, 'a'), unlink('nothing') /= 0
end subroutine
