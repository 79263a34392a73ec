! Bounds: explicit, assumed shape with lower bound, assumed size, automatic, inquiry functions.
module shapes_of_arrays
  implicit none
contains
  subroutine show(name, a)
    character(*), intent(in) :: name
    integer, intent(in) :: a(0:, -1:)
    print *, name, lbound(a), ubound(a), shape(a), size(a, 2), a(0, -1)
  end subroutine show
  function doubled(v) result(w)
    integer, intent(in) :: v(:)
    integer :: w(size(v) + 1)
    w(1:size(v)) = 2*v
    w(size(v) + 1) = -1
  end function doubled
  subroutine legacy(a, n, m)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, *)
    integer :: work(n, 0:m - 1)
    work = a(:, 1:m)
    a(1, 1:m) = work(1, m - 1:0:-1)
  end subroutine legacy
  integer function total(a, n)
    integer, intent(in) :: n, a(-n:n)
    integer :: i
    total = 0
    do i = -n, n
      total = total + i*a(i)
    end do
  end function total
end module shapes_of_arrays
program bounds
  use shapes_of_arrays
  implicit none
  integer :: a(3:5, 7:8), b(-2:2), i
  integer, allocatable :: c(:, :)
  a = reshape([1, 2, 3, 4, 5, 6], [3, 2])
  b = [(i, i = 1, 5)]
  call show('whole  ', a)
  call show('section', a(4:, 7:7))
  print *, lbound(a), ubound(a, 1), lbound(a(:, :)), lbound(b + 0)
  print *, doubled(b), size(doubled(b(0:)))
  call legacy(a, 3, 2)
  print *, a
  print *, total(b, 2), total(b(-1:1), 1)
  allocate (c(0:1, 5:6), source=7)
  print *, lbound(c), ubound(c), size(c)
  c = a(3:4, :)
  print *, lbound(c), c
  deallocate (c)
  c = a
  print *, lbound(c), ubound(c)
  print *, size(a, dim=1), rank(a), kind(size(a, kind=8)), is_contiguous(a(:, 7)), is_contiguous(a(3::2, 7))
end program bounds
