! Optional and keyword arguments, passed on when absent, through generic names; direct and mutual recursion, with arrays.
module calls
  implicit none
  interface area
    procedure area_square, area_rectangle
  end interface
contains
  real function area_square(side)
    real, intent(in) :: side
    area_square = side*side
  end function
  real function area_rectangle(width, height)
    real, intent(in) :: width, height
    area_rectangle = width*height
  end function
  function describe(name, size, unit, tags, count) result(r)
    character(*), intent(in) :: name
    integer, intent(in), optional :: size
    character(*), intent(in), optional :: unit, tags(:)
    integer, intent(inout), optional :: count
    character(:), allocatable :: r
    character(12) :: digits
    integer :: i
    r = name
    if (present(size)) then
      write (digits, '(i0)') size
      r = r//'='//trim(digits)
    end if
    if (present(unit)) r = r//unit
    if (present(tags)) then
      do i = 1, ubound(tags, 1)
        r = r//'#'//trim(tags(i))
      end do
    end if
    if (present(count)) count = count + 1
  end function
  function outer(name, size, unit) result(r)
    character(*), intent(in) :: name
    integer, intent(in), optional :: size
    character(*), intent(in), optional :: unit
    character(:), allocatable :: r
    r = '['//describe(unit=unit, name=name, size=size)//']'
  end function
  recursive subroutine hanoi(n, from, to, via, moves)
    integer, intent(in) :: n, from, to, via
    integer, intent(inout) :: moves
    if (n == 0) return
    call hanoi(n - 1, from, via, to, moves)
    moves = moves + 1
    if (n == 3) print '(a, i0, a, i0)', 'largest ', from, ' to ', to
    call hanoi(n - 1, from=via, to=to, via=from, moves=moves)
  end subroutine
  recursive logical function even(n) result(r)
    integer, intent(in) :: n
    r = n == 0
    if (n > 0) r = odd(n - 1)
  end function
  recursive logical function odd(n) result(r)
    integer, intent(in) :: n
    r = .false.
    if (n > 0) r = even(n - 1)
  end function
  recursive function sorted(v) result(r)
    integer, intent(in) :: v(:)
    integer :: r(size(v))
    if (size(v) < 2) then
      r = v
    else
      associate (pivot => v(1), rest => v(2:))
        r = [sorted(pack(rest, rest < pivot)), pivot, sorted(pack(rest, rest >= pivot))]
      end associate
    end if
  end function
  recursive integer function ackermann(m, n) result(r)
    integer, intent(in) :: m, n
    if (m == 0) then
      r = n + 1
    else if (n == 0) then
      r = ackermann(m - 1, 1)
    else
      r = ackermann(m - 1, ackermann(m, n - 1))
    end if
  end function
  recursive subroutine permute(v, k, found)
    integer, intent(inout) :: v(:), found
    integer, intent(in) :: k
    integer :: i
    if (k > size(v)) then
      found = found + 1
      if (mod(found, 5) == 1) print '(i3, a, *(1x, i0))', found, ':', v
      return
    end if
    do i = k, size(v)
      v([k, i]) = v([i, k])
      call permute(v, k + 1, found)
      v([k, i]) = v([i, k])
    end do
  end subroutine
end module
program keywords
  use calls
  implicit none
  integer :: n, v(4) = [1, 2, 3, 4], moves
  integer, allocatable :: missing
  print *, area(3.), area(2., 5.), area(height=4., width=0.5), area(side=1.5)
  n = 0
  print *, describe('a'), ' ', describe('b', 3), ' ', describe('c', unit='kg'), ' ', describe('d', count=n, size=-7, unit='m')
  print *, describe(tags=['x ', 'yz'], name='e', count=n), n
  print *, outer('f'), outer('g', 8), outer(unit='s', name='h'), outer('i', unit='V', size=230)
  print *, describe('j', missing)
  missing = 5
  print *, describe('k', missing)
  moves = 0
  call hanoi(3, 1, 3, 2, moves)
  print *, moves, even(10), odd(7), even(7), ackermann(2, 3)
  print *, sorted([5, 3, 8, 1, 9, 2, 3]), size(sorted([integer ::]))
  n = 0
  call permute(v, 1, n)
  print *, n, v
end program
