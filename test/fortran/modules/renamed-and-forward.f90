! A renamed entity is known only by its new name; names used before their procedures appear; data of every kind.
module stock
  implicit none
  integer :: amount = 7
  logical :: open = .false.
  interface total
    module procedure total_of
  end interface
  interface operator(*)
    module procedure times
  end interface
contains
  integer function total_of(v)
    integer, intent(in) :: v(:)
    total_of = sum(v)
  end function
  function times(m, v) result(r)
    integer, intent(in) :: m(2, 2), v(2)
    integer :: r(2)
    r = matmul(m, v)
  end function
  subroutine flip()
    volatile :: open
    open = .not. open
  end subroutine
end module

module kept
  implicit none
  procedure(), pointer :: last => null()
contains
  subroutine keep(p)
    external :: p
    last => p
  end subroutine
end module

recursive subroutine again(n)
  use kept
  integer, intent(inout) :: n
  n = n * 3
  call keep(again)
end subroutine

real function half(x)
  real, intent(in) :: x
  half = x / 2
end function

program main
  use stock
  use stock, only: count => amount, sum_up => total
  use kept
  implicit none
  type part
    integer :: n(3)
  end type
  type link
    integer, pointer :: p
  end type
  integer, target, save :: shared = 42
  integer :: amount = 100, total = 5, grid(3, 4), i, twice(2)
  type(part) :: one
  type(link) :: two
  character(6) :: word
  procedure(cos) :: half
  intrinsic :: cos, sqrt
  data two%p /shared/
  data one%n /-1, 8, 9/
  data grid(1:3:2, 2) /2*5/, (grid(i, 4), i = 3, 1, -1) /3, 2, 1/
  data word(3:4) /'xyz'/

  print *, amount, count, total, sum_up([1, 2, 3])
  call flip()
  print *, open
  call apply(sqrt, 9.0)
  print *, half(3.0)
  call again(total)
  call last(total)
  print *, total
  twice = reshape([1, 2, 3, 4], [2, 2]) * [10, 1]
  print *, twice
  print *, two%p, one%n, grid(1, 2), grid(3, 2), grid(:, 4)
  print '(3a)', '[', word, ']'
  print *, minloc(['bb', 'aa', 'cc', 'aa'], 1, back=.true.), transfer(['a', 'b', 'c', 'd'], word(:4))
  call random_seed(size=i)
  call repeat_random(i)
end program

subroutine apply(f, x)
  real :: f, x
  print *, f(x) + 1
end subroutine

! Values queried at the start are the same later, in single and double precision.
subroutine repeat_random(n)
  integer :: n, seed(n)
  real :: a(4)
  double precision :: b(4)
  call random_seed(get=seed)
  call random_number(a)
  call random_seed(put=seed)
  call random_number(b)
  print *, all(abs(a - b) < 1e-6), all(a >= 0), any(a /= a(1))
end subroutine
