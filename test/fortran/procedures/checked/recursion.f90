! Recursion: Ackermann, Hanoi, permutations, mutual recursion, array results, host variables in recursive procedures.
program recursion
  implicit none
  interface
    recursive subroutine outer(n)
      integer, intent(in) :: n
    end subroutine
  end interface
  integer :: moves, count
  integer :: p(3)
  print *, ackermann(2, 3), is_even(10), is_odd(7)
  moves = 0
  call hanoi(5, 'A', 'B', 'C')
  print *, moves
  count = 0
  p = [1, 2, 3]
  call permute(p, 1)
  print *, count
  print *, range_of(5), flatten(3)
  call outer(3)
contains
  recursive integer function ackermann(m, n) result(a)
    integer, intent(in) :: m, n
    if (m == 0) then
      a = n + 1
    else if (n == 0) then
      a = ackermann(m - 1, 1)
    else
      a = ackermann(m - 1, ackermann(m, n - 1))
    end if
  end function
  recursive logical function is_even(n) result(r)
    integer, intent(in) :: n
    r = .true.
    if (n > 0) r = is_odd(n - 1)
  end function
  recursive logical function is_odd(n) result(r)
    integer, intent(in) :: n
    r = .false.
    if (n > 0) r = is_even(n - 1)
  end function
  recursive subroutine hanoi(n, from, to, via)
    integer, intent(in) :: n
    character, intent(in) :: from, to, via
    if (n == 0) return
    call hanoi(n - 1, from, via, to)
    moves = moves + 1
    if (moves <= 3) print *, from, ' -> ', to
    call hanoi(n - 1, via, to, from)
  end subroutine
  recursive subroutine permute(a, k)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: k
    integer :: i
    if (k == size(a)) then
      print '(3i2)', a
      count = count + 1
      return
    end if
    do i = k, size(a)
      a([k, i]) = a([i, k])
      call permute(a, k + 1)
      a([k, i]) = a([i, k])
    end do
  end subroutine
  recursive function range_of(n) result(v)
    integer, intent(in) :: n
    integer :: v(n)
    if (n > 0) v = [range_of(n - 1), n]
  end function
  recursive function flatten(n) result(s)
    integer, intent(in) :: n
    character(:), allocatable :: s, inner
    s = '*'
    if (n > 0) then
      inner = flatten(n - 1)
      s = '(' // inner // inner // ')'
    end if
  end function
end program
recursive subroutine outer(n)
  implicit none
  integer, intent(in) :: n
  integer :: local
  local = n*n
  if (n > 1) call outer(n - 1)
  call show()
contains
  subroutine show()
    print *, n, local
  end subroutine
end subroutine
