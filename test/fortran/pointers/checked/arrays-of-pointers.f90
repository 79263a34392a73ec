! Pointers as arguments and results, to array elements and sections, with INTENT, ASSOCIATED in all forms, swaps.
program pointer_arguments
  implicit none
  type cell
    real, pointer :: p => null()
  end type
  real, target :: a(4) = [1., 2., 3., 4.], b(2, 2) = 0
  real, pointer :: p, q, v(:), w(:, :)
  type(cell) :: cells(4)
  integer :: i
  p => a(1)
  q => a(4)
  call exchange(p, q)
  print *, p, q, associated(p, a(4)), associated(p, q)
  call largest(a, p)
  p = -p
  print *, a, p
  v => a(2:3)
  call double_all(v)
  print *, a, size(v), associated(v, a(2:3)), associated(v, a)
  w => b
  w(:, 1) = v
  v => w(2, :)
  v = 9
  print *, b
  do i = 1, 4
    cells(i)%p => a(5 - i)
  end do
  print *, (cells(i)%p, i = 1, 4)
  cells(1)%p = 100
  print *, a(4)
  call reset(p)
  print *, associated(p)
  allocate (v(3), source=[5., 6., 7.])
  call double_all(v(1:3:2))
  print *, v
  deallocate (v)
  print *, associated(v), associated(w)
  nullify (w, q)
  print *, associated(w), associated(q)
contains
  subroutine exchange(x, y)
    real, pointer, intent(inout) :: x, y
    real, pointer :: t
    t => x
    x => y
    y => t
  end subroutine
  subroutine largest(x, r)
    real, target, intent(in) :: x(:)
    real, pointer, intent(out) :: r
    r => x(maxloc(x, dim=1))
  end subroutine
  subroutine double_all(x)
    real, intent(inout) :: x(:)
    x = 2*x
  end subroutine
  subroutine reset(x)
    real, pointer :: x
    nullify (x)
  end subroutine
end program
