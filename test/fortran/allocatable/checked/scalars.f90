! Allocatable scalars of all types, also as components; SOURCE= and MOLD=; functions that return them.
program allocatable_scalars
  implicit none
  type node
    integer :: value = 0
    type(node), allocatable :: next
  end type
  integer, allocatable :: i
  real(8), allocatable :: x
  character(3), allocatable :: c
  complex, allocatable :: z
  type(node), allocatable :: n, m
  allocate (i, x, c)
  i = 1; x = 2.5d0; c = 'abcd'
  z = (1., 2.)
  print *, i, x, c, z, allocated(z)
  allocate (n, source=node(5))
  allocate (n%next)
  n%next%value = 6
  n%next%next = node(7)
  m = node(8)
  print *, n%value, n%next%next%value, m%value, allocated(m%next)
  deallocate (n%next)
  print *, allocated(n%next), length(m), length(n)
  i = next(i)
  print *, i
  if (allocated(x)) deallocate (x)
  print *, allocated(x)
contains
  recursive integer function length(p) result(k)
    type(node), intent(in) :: p
    k = 1
    if (allocated(p%next)) k = k + length(p%next)
  end function
  function next(k) result(r)
    integer, intent(in) :: k
    integer, allocatable :: r
    r = k + 1
  end function
end program
