! Types with kind and length parameters, as far as GNU Fortran 12 supports them (more: ../parameterized-types.test.ts).
module grids
  implicit none
  integer, parameter :: sp = kind(1.0), dp = kind(1.0d0)
  type :: grid(k, n, m)
    integer, kind :: k = dp
    integer, len :: n, m = 2
    real(k) :: cell(n, m)
    integer :: edits
  end type
  type :: node(k)
    integer, kind :: k
    real(k) :: value
    type(node(k)), pointer :: next
  end type
contains
  function push(list, value) result(head)
    type(node(dp)), pointer :: list, head
    real(dp), intent(in) :: value
    allocate (head)
    head%value = value
    head%next => list
  end function
  subroutine scale(g)
    type(grid(dp, *, *)), intent(inout) :: g
    g%cell = 2 * g%cell
    g%edits = g%edits + 1
  end subroutine
  subroutine show(g)
    type(grid(sp, *, *)), intent(in) :: g
    print *, g%k, g%n, g%m, kind(g%cell), shape(g%cell), sum(g%cell)
  end subroutine
end module

program basic
  use grids
  implicit none
  type(grid(dp, 2, 3)) :: a, b
  type(grid(n=3)) :: c
  type(grid(sp, 4, 1)) :: d, list(2)
  type(grid(dp, :, :)), allocatable :: e
  type(node(dp)), pointer :: chain, walk
  integer :: i
  real(a%k) :: wide

  print *, a%k, a%n, a%m, c%k, c%n, c%m, size(a%cell), kind(wide)
  a%cell = reshape([(i, i = 1, 6)], [2, 3])
  a%edits = 0
  b = a
  b%cell(1, 1) = 100
  call scale(b)
  print *, a%cell, b%cell, b%edits, lbound(b%cell), ubound(b%cell)
  d%cell = 2.5
  call show(d)
  list(2)%cell = d%cell + 1
  call show(list(2))
  print *, list(2)%cell(3, 1), list(1)%n
  allocate (grid(dp, 5, 1) :: e)
  e%cell(:, 1) = [5, 4, 3, 2, 1]
  e%edits = 1
  call scale(e)
  print *, e%n, e%m, e%cell, maxloc(e%cell), e%edits
  nullify (chain)
  do i = 1, 3
    chain => push(chain, sqrt(real(i, dp)))
  end do
  walk => chain
  do while (associated(walk))
    print *, walk%value
    walk => walk%next
  end do
end program
