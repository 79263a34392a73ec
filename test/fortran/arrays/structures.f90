program e3
  implicit none
  type point
    real :: x, y
  end type
  type seg
    type(point) :: a, b
    character(len=3) :: nm
  end type
  type(seg) :: s, arr(2)
  type(seg), pointer :: ps
  type(seg), target :: ts
  integer :: i, j
  real, dimension(2,2) :: m1, m2
  real, dimension(:), pointer :: pv
  real, target :: tv(4)
  character(len=4), dimension(2,2) :: cm
  character(len=:), allocatable :: cs
  integer, dimension(3,3,3) :: cube
  s = seg(point(1,2), point(3,4), 'abc')
  arr(1) = s
  arr(2) = seg(b=point(5,6), a=point(7,8), nm='xyz')
  print *, arr%a%x, arr(:)%nm, s%b
  ps => ts
  ps = s
  ps%a%x = -1
  print *, ts%a%x, ts%nm(2:3)
  m1 = reshape([1.,2.,3.,4.],[2,2])
  m2 = m1
  m1(1,:) = m2(:,1)
  m1 = m1 + matmul(m1, m2) * 2.0 - transpose(m2)
  print *, m1
  tv = [1,2,3,4]
  pv => tv(4:1:-1)
  print *, pv, pv(2)
  pv(1:2) = pv(3:4)
  print *, tv
  cm = reshape(['aaaa','bbbb','cccc','dddd'],[2,2])
  cm(:,1)(2:3) = 'ZZ'
  print *, cm, cm(2,1)(1:2)
  forall(i=1:3,j=1:3) cube(i,j,:) = i*10+j
  print *, cube(2,3,1), sum(cube), cube(1,:,2)
  cube(:,:,1) = cube(:,:,2) + cube(:,:,3)
  print *, cube(3,3,1), maxval(cube), minloc(cube)
  print *, all(cube(:,:,2) == cube(:,:,3)), count(cube > 30)
  cs = 'a'
  do i = 1, 3
    cs = cs // achar(iachar('a') + i)
  end do
  print *, cs, len(cs), cs(2:) == 'bcd', [cs(1:1), cs(4:4)]
  i = 5
  if (i == 5) print *, 'five'; j = 2
  print *, j, merge('a', 'b', i > 3)
contains
  subroutine dummy
  end subroutine
end program
