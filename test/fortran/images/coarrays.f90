! flags: -fcoarray=single
! Coarrays of a program with one image: declarations, cobounds, image selectors, allocation, components, arguments.
module grids
  implicit none
  type cell
    real, allocatable :: values(:)[:]
    integer, allocatable :: count[:]
    integer :: plain = 3
  end type
  integer, save :: total[*] = 5
contains
  subroutine scale_by(a, n, factor)
    integer, intent(in) :: n, factor
    integer, intent(inout) :: a(n)[0:*]
    a = a*factor
    a(1)[0] = a(1)[0] + 1
    print *, a, lcobound(a), ucobound(a), this_image(a, 1)
  end subroutine
  subroutine fill(b)
    real, allocatable, intent(inout) :: b(:, :)[:]
    allocate (b(2, -1:1)[2:*])
    b = 1.5
    print *, lcobound(b), ucobound(b), lbound(b), ubound(b)
  end subroutine
end module

program coarrays
  use grids
  implicit none
  integer :: a(3)[*]
  integer, codimension[2, -1:3, *], save :: box
  real, dimension(2), codimension[:], allocatable :: dynamic(:)
  real, allocatable :: plane(:, :)[:]
  character(5), save :: name[*]
  complex, save :: z(2)[3:*]
  type(cell), save :: c
  integer, target, save :: t[*]
  integer :: i, dim
  print *, this_image(), num_images()
  a = [1, 2, 3]
  a(2)[1] = a(2)[this_image()] + 10
  a(:)[1] = a(:)[1] - 1
  print *, a
  call scale_by(a, 3, 2)
  call scale_by(a(2:), 2, 3)
  print *, a, total[1]
  total[1] = total + 1
  print *, total, box
  print *, lcobound(box), ucobound(box), this_image(box)
  do dim = 1, 3
    print *, lcobound(box, dim), ucobound(box, dim, kind=8)
  end do
  print *, image_index(box, [1, -1, 1]), image_index(box, [2, -1, 1]), image_index(z, [3])
  allocate (dynamic(4)[-2:*])
  dynamic = [(real(i), i = 1, 4)]
  dynamic(2:3)[-2] = dynamic(3:2:-1)
  print *, dynamic, lcobound(dynamic), size(dynamic)
  deallocate (dynamic)
  allocate (dynamic(2)[7:*])
  print *, lcobound(dynamic, 1), ucobound(dynamic, 1), allocated(dynamic)
  call fill(plane)
  print *, plane(2, 1)[2], sum(plane), lcobound(plane)
  name[1] = 'abcde'
  name[1] (2:3) = 'xy'
  print *, name[1] (1:4), name
  z(1)[3] = (1.0, 2.0)
  z(2)[3] = conjg(z(1)[3])
  print *, z
  allocate (c%values(3)[*], c%count[4:*])
  c%values = 2.5
  c%count = 8
  print *, c%values(2)[1], c%count[4], lcobound(c%count), c%plain
  t = 7
  associate (x => t)
    print *, x
  end associate
end program
