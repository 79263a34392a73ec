! Inquiry about arrays and types at run and compile time: bounds, kinds, lengths, storage, contiguity, allocation.
program array_inquiry
  implicit none
  integer, parameter :: n = size([1, 2, 3]), k = kind(1d0), l = len('four')
  real(k) :: a(n, 0:n), b(l)
  integer, allocatable :: c(:)
  integer, pointer :: p(:) => null()
  integer, target :: t(6) = 0
  character(7) :: s(2)
  print *, n, k, l, size(a), size(a, 1), size(a, dim=2), shape(a), lbound(a), ubound(a, 2), rank(a)
  print *, kind(a), precision(a), range(c), digits(1_8), huge(1_1), len(s), storage_size(s), bit_size(t)
  print *, allocated(c), associated(p)
  p => t(::2)
  print *, associated(p), size(p), is_contiguous(p), is_contiguous(t), lbound(p), associated(p, t(::2)), associated(p, t)
  allocate (c(-1:1))
  print *, lbound(c), ubound(c), size(c, kind=8), kind(size(c, kind=8)), allocated(c)
  call inside(a(2:, 1:2), t, s(1)(2:4))
  print *, size(b), epsilon(b) < 1d-15, tiny(b) > 0, maxexponent(b), radix(b), minexponent(1.)
contains
  subroutine inside(x, y, z)
    real(k), intent(in) :: x(:, 5:)
    integer, intent(in) :: y(2, *)
    character(*), intent(in) :: z
    print *, shape(x), lbound(x), ubound(x), lbound(y), size(y, 1), len(z)
  end subroutine
end program
