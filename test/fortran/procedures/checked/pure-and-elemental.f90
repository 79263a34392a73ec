! PURE and ELEMENTAL: in specification expressions, FORALL, WHERE, reductions over results, several array arguments.
module pure_functions
  implicit none
contains
  pure integer function doubled(n)
    integer, intent(in) :: n
    doubled = 2*n
  end function
  elemental real function area(w, h)
    real, intent(in) :: w, h
    area = w*h
  end function
  pure subroutine split(x, whole, part)
    real, intent(in) :: x
    integer, intent(out) :: whole
    real, intent(out) :: part
    whole = int(x)
    part = x - whole
  end subroutine
  elemental subroutine clamp(x, changed)
    integer, intent(inout) :: x
    logical, intent(out) :: changed
    changed = x > 10
    if (changed) x = 10
  end subroutine
  pure function filled(n) result(v)
    integer, intent(in) :: n
    integer :: v(doubled(n))
    integer :: i
    v = [(i, i = 1, doubled(n))]
  end function
end module
program pure_and_elemental
  use pure_functions
  implicit none
  integer :: v(4) = [5, 15, 10, 20], k, i
  logical :: changed(4)
  real :: p
  print *, filled(2), area([1., 2.], [3., 4.]), sum(area([1., 2.], 10.))
  call split(3.75, k, p)
  print *, k, p
  call clamp(v, changed)
  print *, v, changed, count(changed)
  forall (i = 1:4) v(i) = doubled(v(i))
  where (area(real(v), 1.) > 15) v = -v
  print *, v
end program
