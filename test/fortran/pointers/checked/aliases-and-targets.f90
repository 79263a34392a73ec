! Pointers: association states, remapped bounds, strides, pointers to parts of structures, results that are pointers.
program aliases
  implicit none
  type :: point
    real :: x = 0, y = 0
  end type
  type :: link
    integer :: value = 0
    type(link), pointer :: next => null()
  end type
  integer, target :: a(12) = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
  integer, pointer :: p(:), q(:), m(:, :), d(:), one
  real, pointer :: xs(:)
  type(point), target :: cloud(3)
  type(link), pointer :: head, here
  character(10), target :: text = 'abcdefghij'
  character(:), pointer :: part
  integer :: i
  nullify (p)
  print *, associated(p)
  p => a(2:10:4)
  print *, associated(p), associated(p, a), associated(p, a(2:10:4)), size(p), p
  p = p*100
  print *, a
  q(0:) => a(10:)
  print *, lbound(q), ubound(q), q
  m(1:3, 1:4) => a
  m(2, :) = -m(2, :)
  print *, a(5), m(3, 4), shape(m)
  d => m(3, 4:1:-1)
  print *, d
  d => a(1:12:5)
  one => d(2)
  one = 77
  print *, a(6), associated(one, a(6)), associated(one, a(5))
  q => p
  p => null()
  print *, associated(p), associated(q), q
  cloud%y = [1., 2., 3.]
  xs => cloud%y
  xs(2) = 20
  print *, cloud(2), sum(xs)
  part => text(3:5)
  part = 'XYZW'
  print *, text, len(part)
  largest(a) = 0
  print *, maxval(a), minloc(a)
  one => largest(a)
  one = one + 1
  print *, maxval(a)
  allocate (d(3:5))
  d = [3, 4, 5]
  q => d
  print *, lbound(q), q(4), associated(q, d)
  q => d(:)
  print *, lbound(q), associated(q, d)
  deallocate (d)
  print *, associated(d)
  nullify (head)
  do i = 1, 4
    allocate (here)
    here = link(i*i, head)
    head => here
  end do
  here => head
  do while (associated(here))
    print *, here%value
    here => here%next
  end do
  do while (associated(head))
    here => head%next
    deallocate (head)
    head => here
  end do
  print *, associated(head)
contains
  function largest(v) result(r)
    integer, target :: v(:)
    integer, pointer :: r
    r => v(maxloc(v, 1))
  end function
end program
