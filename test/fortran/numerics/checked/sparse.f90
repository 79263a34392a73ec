! Sparse matrices in compressed rows, conjugate gradients, a graph by adjacency, breadth-first search, Floyd-Warshall.
module sparse
  implicit none
  type csr
    integer :: n
    integer, allocatable :: start(:), column(:)
    real(8), allocatable :: value(:)
  contains
    procedure :: multiply
    generic :: operator(*) => multiply
  end type
contains
  type(csr) function from_dense(a) result(m)
    real(8), intent(in) :: a(:, :)
    integer :: i, j
    m%n = size(a, 1)
    allocate (m%start(m%n + 1), m%column(0), m%value(0))
    do i = 1, m%n
      m%start(i) = size(m%value) + 1
      do j = 1, size(a, 2)
        if (a(i, j) /= 0) then
          m%column = [m%column, j]
          m%value = [m%value, a(i, j)]
        end if
      end do
    end do
    m%start(m%n + 1) = size(m%value) + 1
  end function
  function multiply(self, x) result(y)
    class(csr), intent(in) :: self
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    integer :: i
    do i = 1, self%n
      associate (first => self%start(i), last => self%start(i + 1) - 1)
        y(i) = dot_product(self%value(first:last), x(self%column(first:last)))
      end associate
    end do
  end function
  function conjugate_gradients(a, b, iterations) result(x)
    type(csr), intent(in) :: a
    real(8), intent(in) :: b(:)
    integer, intent(out) :: iterations
    real(8), dimension(size(b)) :: x, r, p, ap
    real(8) :: old, new, alpha
    x = 0; r = b; p = r
    old = dot_product(r, r)
    do iterations = 1, 100
      ap = a*p
      alpha = old/dot_product(p, ap)
      x = x + alpha*p
      r = r - alpha*ap
      new = dot_product(r, r)
      if (sqrt(new) < 1d-10) exit
      p = r + new/old*p
      old = new
    end do
  end function
end module
program sparse_matrices
  use sparse
  implicit none
  real(8) :: dense(5, 5), x(5)
  type(csr) :: a
  integer :: i, j, k, iterations, far(5, 5), queue(5), head, tail, distance(5)
  dense = 0
  do i = 1, 5
    dense(i, i) = 4
    if (i > 1) dense(i, i - 1) = -1
    if (i < 5) dense(i, i + 1) = -1
  end do
  a = from_dense(dense)
  print *, size(a%value), a%start, a%column
  x = conjugate_gradients(a, [1d0, 2d0, 3d0, 2d0, 1d0], iterations)
  print '(5f9.5,i3)', x, iterations
  print '(5f9.5)', a*x
  far = merge(1, 99, dense /= 0)
  do i = 1, 5; far(i, i) = 0; end do
  do k = 1, 5
    forall (i = 1:5, j = 1:5) far(i, j) = min(far(i, j), far(i, k) + far(k, j))
  end do
  print '(5i3)', far
  distance = -1; distance(3) = 0; queue(1) = 3; head = 1; tail = 1
  do while (head <= tail)
    i = queue(head); head = head + 1
    do k = a%start(i), a%start(i + 1) - 1
      j = a%column(k)
      if (distance(j) < 0) then
        distance(j) = distance(i) + 1
        tail = tail + 1
        queue(tail) = j
      end if
    end do
  end do
  print *, distance, far(3, :)
end program
