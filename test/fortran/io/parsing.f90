module errs
  implicit none
contains
  function safe_div(a, b, ierr) result(r)
    real, intent(in) :: a, b
    integer, intent(out) :: ierr
    real :: r
    if (b == 0) then
      ierr = 1
      r = 0
      return
    end if
    ierr = 0
    r = a / b
  end function
  subroutine parse(line, key, val, ok)
    character(len=*), intent(in) :: line
    character(len=:), allocatable, intent(out) :: key
    integer, intent(out) :: val
    logical, intent(out) :: ok
    integer :: p, ios
    ok = .false.
    val = 0
    p = index(line, '=')
    if (p == 0) return
    key = trim(adjustl(line(:p - 1)))
    read (line(p + 1:), *, iostat=ios) val
    ok = ios == 0
  end subroutine
end module
program t
  use errs
  implicit none
  integer :: e, v, u, ios, nlines, i
  logical :: ok
  character(len=:), allocatable :: k, content
  character(len=256) :: buf
  real :: x, mat(2, 3)
  integer, allocatable :: data(:, :)
  x = safe_div(1., 0., e)
  print *, x, e
  x = safe_div(1., 4., e)
  print *, x, e
  call parse(' alpha = 42', k, v, ok)
  print *, k, v, ok
  call parse('beta = x', k, v, ok)
  print *, k, v, ok
  call parse('nothing', k, v, ok)
  print *, allocated(k), ok
  open (newunit=u, file='tmp.csv', status='replace', action='readwrite')
  write (u, '(a)') '# header'
  do i = 1, 3
    write (u, '(*(i0, :, ","))') i, i * i, i**3
  end do
  rewind (u)
  nlines = 0
  do
    read (u, '(a)', iostat=ios) buf
    if (ios /= 0) exit
    if (buf(1:1) == '#') cycle
    nlines = nlines + 1
  end do
  rewind (u)
  allocate (data(3, nlines))
  read (u, *)
  do i = 1, nlines
    read (u, *) data(:, i)
  end do
  print *, data
  close (u, status='delete')
  mat = 1.5
  write (buf, '(6f5.1)') mat
  print *, trim(buf)
  read (buf, *) mat
  print *, sum(mat)
  content = repeat('=', 10)
  print *, content
  write (*, '(a, t15, a, tr2, a)') 'name', 'value', 'unit'
  write (*, '(a, i0, a, l1, a, g0)') 'i=', 5, ' l=', .true., ' r=', 0.25
  print '(i3.2, "%")', 7
  print '(2(a, 1x), /, a)', 'x', 'y', 'z'
  open (newunit=u, form='unformatted', access='sequential', status='scratch')
  write (u) mat, 'end'
  rewind u
  mat = 0
  read (u) mat
  print *, mat(2, 3)
  close (u)
end program
