! Results of functions with ENTRY whose shape or length depends on the entry point's arguments.
! gfortran 12 fails on it; the output follows the standard.
module m
  implicit none
  type t
    integer :: i = 7
    character(:), allocatable :: c
  end type
contains
  function fa(n)
    integer, intent(in) :: n
    real :: fa(n), fb(n)
    fa = 1
    return
  entry fb(n)
    fb = 2
  end function
  function padded(c, n) result(r)
    character(*), intent(in) :: c
    integer, intent(in) :: n
    character(n) :: r, s
    r = c
    return
  entry starred(n, c) result(s)
    s = '*' // c
  end function
  recursive function steps(low, high) result(r)
    integer, intent(in) :: low, high
    integer :: r(low:high), q(low:high, 2)
    integer :: i
    r = [(i, i = low, high)]
    call twice
    if (high > 3) r(low:3) = r(low:3) + steps(low, 3)
  contains
    subroutine twice
      r = 2 * r
      q(:, 1) = r
    end subroutine
  end function
  function names(n, k)
    integer, intent(in) :: n, k
    character(k) :: names(n), others(n)
    names = 'name'
    call last
    return
  entry others(k, n)
    others = 'other'
    others(1) = 'first'
    call last
  contains
    subroutine last
      names(n) = 'last'
    end subroutine
  end function
  function pair(n)
    integer, intent(in) :: n
    type(t) :: pair(n), same(n)
    pair(1)%c = 'one'
    return
  entry same(n)
    same(n)%c = 'n'
    same%i = n
  end function
  function square(n) result(a)
    integer, intent(in) :: n
    real(8) :: a(n, 0:n - 1), b(n, 0:n - 1)
    a = 0
    a(1, 0) = n
    return
  entry cube(n) result(b)
    b = n
    b(:, 0) = -1
  end function
end module
program p
  use m
  implicit none
  type(t), allocatable :: x(:)
  print *, fa(2), fb(3)
  print *, '[', padded('ab', 4), '] [', starred(4, 'xyz'), ']', len(starred(2, 'q')), len(padded('', 9))
  print *, steps(2, 5)
  print *, names(2, 3), '|', others(6, 3), size(others(1, 4)), len(names(1, 5))
  x = pair(2)
  print *, x%i, x(1)%c, allocated(x(2)%c)
  x = same(3)
  print *, x%i, x(3)%c, allocated(x(1)%c)
  print *, square(2), sum(cube(3)), shape(cube(4)), lbound(square(1))
end program
