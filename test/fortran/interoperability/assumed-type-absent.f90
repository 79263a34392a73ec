! A disassociated pointer or unallocated actual argument is absent for an optional TYPE(*) dummy.
program p
  implicit none
  real, allocatable :: ra
  integer, pointer :: ip
  character, pointer :: cp
  class(*), allocatable :: u
  real, allocatable :: arr(:)
  ip => null(); cp => null()
  call s(); call s(ra); call s(ip); call s(cp); call s(null()); call s(u)
  call v(arr); call v(); call w(arr); call w()
  allocate(ra, ip, arr(2))
  call s(ra); call s(ip); call v(arr); call w(arr)
contains
  subroutine s(x)
    type(*), optional :: x
    print *, present(x)
  end subroutine
  subroutine v(x)
    type(*), optional :: x(*)
    print *, 'v', present(x)
  end subroutine
  subroutine w(x)
    type(*), optional :: x(:)
    print *, 'w', present(x)
  end subroutine
end program
