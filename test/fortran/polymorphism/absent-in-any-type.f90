! Absent optional dummies of each type are absent in the CLASS(*) dummies to which they are passed.
module m
  implicit none
  type t
    integer :: i = 3
  end type
contains
  subroutine scalar(z)
    class(*), optional :: z
    print '(a, l2)', 'scalar', present(z)
  end subroutine
  subroutine array(z)
    class(*), optional :: z(:)
    print '(a, l2)', 'array', present(z)
  end subroutine
  subroutine scalars(z, k, c, w, n, d)
    class(t), optional :: z
    type(t), optional :: k
    character(*), optional :: c
    class(*), optional :: w
    integer, optional :: n
    type(t), optional, value :: d
    call scalar(z)
    call scalar(k)
    call scalar(c)
    call scalar(w)
    call scalar(n)
    call scalar(d)
  end subroutine
  subroutine arrays(z, k, c, w)
    class(t), optional :: z(:)
    type(t), optional :: k(2)
    character(*), optional :: c(:)
    class(*), optional :: w(:)
    call array(z)
    call array(k)
    call array(c)
    call array(w)
  end subroutine
  subroutine held(n, k, z)
    integer, allocatable, optional :: n
    type(t), pointer, optional :: k
    class(*), allocatable, optional :: z
    call scalar(n)
    call scalar(k)
    call scalar(z)
  end subroutine
end module
program p
  use m
  integer, allocatable :: n
  type(t), pointer :: k => null()
  call scalars()
  call scalars(t(1), t(2), 'c', 3, 4, t(3))
  call arrays()
  call arrays([t(1)], [t(1), t(2)], ['a'], [1])
  call held()
  call held(n, k)
  allocate (n, k)
  call held(n, k)
end program
