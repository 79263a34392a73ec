program pointing
  implicit none
  integer, target :: a(6) = [1, 2, 3, 4, 5, 6], n = 5
  integer, pointer :: p, q(:), m(:, :)
  real, pointer :: r(:) => null()
  procedure(integer), pointer :: f
  interface
    integer function twice(i)
      integer, intent(in) :: i
    end function
  end interface
  procedure(twice), pointer :: g
  p => n
  p = p + 1
  print *, n, associated(p), associated(p, n)
  q => a(2:6:2)
  print *, q, size(q), lbound(q)
  q = q * 10
  print *, a
  q(0:) => a
  print *, lbound(q), ubound(q), q(0)
  m(1:2, 1:3) => a
  print *, m(2, :)
  allocate (r(3))
  r = [1.5, 2.5, 3.5]
  print *, r, associated(r)
  deallocate (r)
  print *, associated(r)
  nullify (p)
  print *, associated(p)
  g => twice
  print *, g(21)
  f => null()
  print *, associated(f)
end program
integer function twice(i)
  integer, intent(in) :: i
  twice = 2 * i
end function
