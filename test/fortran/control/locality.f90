! DO CONCURRENT with LOCAL, LOCAL_INIT, SHARED and DEFAULT(NONE) (Fortran 2018, 11.1.7.5), which gfortran 12 lacks: the output
! follows the standard.
program p
  implicit real (x)
  integer :: i, j, s = 7, a(3), w(2) = [1, 2], n = 2
  character(3) :: c = 'out'
  type t
    integer :: k = 5
  end type
  type(t) :: z
  x = 1.5
  do concurrent (i = 1:3) local(s)
    s = i*i
    a(i) = s
  end do
  print *, a, s
  do concurrent (i = 1:3) default(none) local_init(s, w) shared(a)
    s = s + i
    w = w + s
    a(i) = sum(w)
  end do
  print *, a, s, w
  outer: do concurrent (i = 1:2, j = 1:2, i /= j) local(c, x) local_init(z) shared(a)
    if (i == 2) cycle outer
    c = 'in'
    x = i
    z%k = z%k + n
    a(i) = z%k + int(x) + len(c)
  end do outer
  print *, a, c, x, z%k
contains
  subroutine inner(m, v)
    integer, intent(in) :: m
    integer :: v(m)
    do concurrent (i = 1:m) local(v)
      v = i
    end do
  end subroutine
end program
