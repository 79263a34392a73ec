! Arrays of ranks up to 15: declared, allocated, as components, results, pointers, arguments; sections, intrinsics, I/O.
module high
  implicit none
  type block
    integer, allocatable :: v(:, :, :, :, :, :, :, :)
    real :: w(1, 2, 1, 1, 1, 1, 1, 1, 1, 2) = 1.5
  end type
  type, extends(block) :: deep
    character(3), allocatable :: names(:, :, :, :, :, :, :, :, :)
  end type
contains
  function ranked(x) result(r)
    integer, intent(in) :: x(..)
    integer :: r
    select rank (x)
    rank (0)
      r = x
    rank (2)
      r = 100 + sum(x)
    rank (9)
      r = 1000 + sum(x) + lbound(x, 9) + ubound(x, 1)
    rank (15)
      r = 10000 + sum(x) + size(x, 15)
    rank default
      r = -rank(x)
    end select
  end function

  function doubled(x) result(y)
    integer, intent(in) :: x(:, :, :, :, :, :, :, :)
    integer, allocatable :: y(:, :, :, :, :, :, :, :)
    y = 2 * x
  end function

  function fixed(n) result(y)
    integer, intent(in) :: n
    integer :: y(n, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, n)
    y = n
  end function

  subroutine explicit(x, n)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n, 1, 1, 2, 1, 1, 1, 1, *)
    x(n, 1, 1, 2, 1, 1, 1, 1, 2) = 77
  end subroutine

  subroutine grow(x)
    integer, allocatable, intent(inout) :: x(:, :, :, :, :, :, :, :)
    integer, allocatable :: y(:, :, :, :, :, :, :, :)
    allocate(y(2, 1, 1, 1, 1, 1, 1, 0:2), source=0)
    y(1:1, :, :, :, :, :, :, 0:1) = x
    call move_alloc(y, x)
  end subroutine

  elemental integer function plus(a, b)
    integer, intent(in) :: a, b
    plus = a + b
  end function

  subroutine any_of(x)
    class(*), intent(in) :: x(:, :, :, :, :, :, :, :)
    select type (x)
    type is (integer)
      print *, 'integers', x
    type is (character(*))
      print *, 'characters', len(x), x
    end select
  end subroutine
end module

program high_ranks
  use high
  implicit none
  integer :: a(2, 1, 1, 2, 1, 1, 1, 3), b(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3), i, j
  integer, parameter :: table(1, 2, 1, 2, 1, 1, 1, 1, 1) = reshape([1, 2, 3, 4], [1, 2, 1, 2, 1, 1, 1, 1, 1])
  integer, allocatable :: c(:, :, :, :, :, :, :, :), q(:, :, :, :, :, :, :, :, :, :, :, :, :, :, :), line(:)
  integer, pointer :: p(:, :, :, :, :, :, :, :, :), r(:, :, :, :, :, :, :, :)
  integer, target :: flat(24)
  real :: x(2, 2, 1, 1, 1, 1, 1, 2)
  logical :: mask(2, 1, 1, 2, 1, 1, 1, 3)
  character(2) :: s(1, 2, 1, 1, 1, 1, 1, 1, 2)
  class(block), allocatable :: one, other
  type(deep) :: d
  integer :: low(-1:0, 1, 1, 1, 1, 1, 1, 3:4, 5:6)
  namelist /group/ a, low
  character(200) :: lines(10)
  integer :: place(8)

  a = reshape([(i, i = 1, 12)], [2, 1, 1, 2, 1, 1, 1, 3])
  print *, rank(a), shape(a), size(a), lbound(a, 8), ubound(a)
  print *, a(2, 1, 1, 2, 1, 1, 1, :)
  print *, a(:, 1, 1, 1, 1, 1, 1, 3:1:-2)
  print *, sum(a, dim=8), sum(a, dim=4, mask=a > 3)
  print *, shape(sum(a, 1)), maxval(a, dim=8), minval(a), product(a(:, :, :, :, :, :, :, 1))
  print *, maxloc(a), minloc(a, dim=8), findloc(a, 7), maxloc(a, mask=mod(a, 5) == 0)
  i = 8
  print *, sum(a, dim=i), shape(cshift(a, 1, dim=i))
  print *, cshift(a, 1, dim=8), eoshift(a, -1, boundary=-9, dim=4)
  mask = mod(a, 3) == 0
  print *, count(mask), any(mask, dim=8), all(mask), parity(mask)
  print *, merge(a, -a, mask)
  print *, pack(a, mask), pack(a, .true.)
  print *, unpack([100, 200, 300, 400], mask, a), unpack([5, 6, 7, 8], mask, 0)
  print *, shape(spread(a, 3, 2)), sum(spread(a, dim=9, ncopies=2))
  print *, shape(spread(reshape([1, 2], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]), 15, 3))
  print *, reshape(a, [3, 4]), reshape([1, 2, 3], [1, 1, 1, 1, 1, 1, 2, 2], pad=[0, -1])
  print *, reshape(a, [1, 2, 1, 1, 1, 1, 1, 2, 3], order=[1, 2, 3, 4, 5, 6, 7, 9, 8])
  print *, transfer(a(1, 1, 1, 1, 1, 1, 1, :), [1.0]) > 0, transfer(table, [0])
  print *, table, table(1, 2, 1, 2, 1, 1, 1, 1, 1), sum(table), shape(table)
  print *, plus(a, 1), plus(a(:, :, :, 1:1, :, :, :, 2:3), a(:, :, :, 2:2, :, :, :, 1:2))
  print *, dot_product(pack(a, .true.), [(i, i = 1, 12)]), norm2(real(a)), iall(a), iparity(a, 8)
  where (mask)
    a = -a
  elsewhere (a > 10)
    a = 0
  end where
  print *, a
  forall (i = 1:2, j = 1:3, mask(i, 1, 1, 1, 1, 1, 1, j)) a(i, 1, 1, 1, 1, 1, 1, j) = 10 * i + j
  print *, a
  do concurrent (i = 1:2)
    b(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, i, :) = [i, 2 * i, 3 * i]
  end do
  print *, b, shape(b), maxloc(b)

  allocate(c(1, 1, 1, 1, 1, 1, 1, 2), source=5)
  c = c + reshape([1, 2], shape(c))
  call grow(c)
  print *, lbound(c), ubound(c), c, allocated(q)
  c = doubled(c)
  print *, c
  q = fixed(2)
  print *, shape(q), sum(q), ranked(q), ranked(b)
  allocate(q, source=b, stat=i)
  print *, i /= 0
  deallocate(q)
  allocate(q, mold=b)
  print *, shape(q)
  print *, ranked(7), ranked(reshape([1, 2, 3, 4], [2, 2])), ranked(c), ranked(table)

  flat = [(i, i = 1, 24)]
  p(1:2, 1:1, 1:1, 1:2, 1:1, 1:1, 1:1, 1:2, 0:2) => flat
  print *, p(2, 1, 1, 1, 1, 1, 1, 2, :), lbound(p), is_contiguous(p)
  r => p(1, :, :, :, :, :, :, :, ::2)
  print *, shape(r), r, associated(r), is_contiguous(r)
  r = -r
  print *, flat
  call explicit(flat, 2)
  call explicit(p, 2)
  print *, flat(12), flat(23:)
  call any_of(r)
  s = reshape(['ab', 'cd', 'ef', 'gh'], shape(s))
  call any_of(s(:, :, 1, :, :, :, :, :, :))
  print *, s(:, 2, 1, 1, 1, 1, 1, 1, :)(2:2), s // '.'

  allocate(deep :: one)
  one%v = reshape([1, 2, 3], [1, 1, 1, 3, 1, 1, 1, 1])
  select type (one)
  type is (deep)
    one%names = reshape(['one', 'two'], [1, 1, 1, 1, 1, 1, 1, 1, 2])
    d = one
  end select
  allocate(other, source=one)
  one%v = 0
  print *, other%v, other%w(1, 2, 1, 1, 1, 1, 1, 1, 1, :), shape(other%w), d%names, len(d%names)
  deallocate(one, other)

  x = reshape([1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5], shape(x))
  call random_number(x(:, :, :, :, :, :, :, 1))
  print *, all(x < 9), x(:, :, 1, 1, 1, 1, 1, 2)
  print *, matmul(x(:, :, 1, 1, 1, 1, 1, 2), reshape([1., 0., 0., 1.], [2, 2]))
  print *, transpose(x(:, :, 1, 1, 1, 1, 1, 2))

  low = reshape([(i, i = 1, 8)], shape(low))
  lines = " "
  write(lines, nml=group)
  do i = 1, 10
    print '(a)', trim(lines(i))
  end do
  lines(1) = '&group low(0,1,1,1,1,1,1,4,5:6) = 21, 22 a(2,1,1,2,1,1,1,:)=3*4 /'
  lines(2:) = " "
  read(lines, nml=group)
  print *, low, a
  print *, lbound(low), low(0, 1, 1, 1, 1, 1, 1, 4, 6)
  open(10, status='scratch', form='unformatted')
  write(10) low, b
  rewind(10)
  low = 0
  b = 0
  read(10) low, b
  close(10)
  print *, low, b
  lines(1) = '1 2 3 4 5 6 7 8'
  read(lines(1), *) low(:, 1, 1, 1, 1, 1, 1, 4:3:-1, :)
  print '(8i3)', low
  print '(2i3)', low(:, :, :, :, :, :, :, :, 6)
  place = maxloc(c)
  line = [low, place, table]
  print *, line
end program
