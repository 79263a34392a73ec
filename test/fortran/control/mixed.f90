program more
  implicit none
  integer :: i, j, k
  integer, dimension(2, 3) :: a
  real, dimension(:), allocatable :: v
  character(len=12) :: c
  character(len=1), dimension(5) :: chars
  logical :: mask(4)
  integer, parameter :: big = 3
  real :: tot
  do i = 1, 2; do j = 1, 3; a(i, j) = i * j; end do; end do
  print *, ((a(i, j), j = 1, 3), i = 1, 2)
  allocate (v(big))
  v = [(sqrt(real(i)), i = 1, big)]
  print *, v
  c = 'hello'
  do i = 1, 5
    chars(i) = c(i:i)
  end do
  print *, chars(5:1:-1)
  mask = [.true., .false., .true., .false.]
  print *, pack([1, 2, 3, 4], mask), count(mask)
  c = adjustl('   x') // 'y'
  print *, c, len_trim(c)
  tot = 0
  do 100 i = 1, 3
    tot = tot + i
100 end do
  print *, tot
  k = 0
  loop: do
    k = k + 1
    if (k > 3) exit loop
    select case (k)
    case (2)
      cycle loop
    end select
    print *, 'k', k
  end do loop
  print *, f(3), f(2, 5)
  print *, outer_product([1., 2.], [3., 4., 5.])
  call sub(a(:, 2))
  print *, a
  call modify(v(1:3:2))
  print *, v
  print *, all(shape(a) == [2, 3]), index('banana', 'an', .true.)
  print *, char_func(5), len(char_func(5))
  print *, trim(upper('mixed Case')), ' end'
  print '(l1, 1x, l1)', 'abc' // 'def' == 'abcdef', 'b' > 'a'
contains
  integer function f(x, y)
    integer, intent(in) :: x
    integer, optional, intent(in) :: y
    f = x
    if (present(y)) f = f * y
  end function
  function outer_product(x, y) result(z)
    real, intent(in) :: x(:), y(:)
    real :: z(size(x), size(y))
    z = spread(x, 2, size(y)) * spread(y, 1, size(x))
  end function
  subroutine sub(col)
    integer, intent(inout) :: col(2)
    col = col + 100
  end subroutine
  subroutine modify(x)
    real, intent(inout), contiguous :: x(:)
    x = -x
  end subroutine
  function char_func(n) result(s)
    integer, intent(in) :: n
    character(len=n) :: s
    s = repeat('*', n)
  end function
  pure function upper(s) result(u)
    character(len=*), intent(in) :: s
    character(len=len(s)) :: u
    integer :: i
    do i = 1, len(s)
      select case (s(i:i))
      case ('a':'z')
        u(i:i) = achar(iachar(s(i:i)) - 32)
      case default
        u(i:i) = s(i:i)
      end select
    end do
  end function
end program
