! Arguments that are OPTIONAL and have VALUE: absent and passed on, present, and changed without effect on the caller.
module tally
  implicit none
contains
  subroutine count_up(n, x, z, on)
    integer, value, optional :: n
    real, value, optional :: x
    complex, value, optional :: z
    logical, value, optional :: on
    character(4) :: seen
    seen = merge('n', '-', present(n))//merge('x', '-', present(x))//merge('z', '-', present(z)) &
      //merge('l', '-', present(on))
    if (present(n)) n = n + 1
    if (present(x)) x = 2 * x
    if (present(z)) z = conjg(z)
    if (present(on)) on = .not. on
    print '(2a)', 'count_up ', seen
    if (present(n)) print '(a, i0)', ' n ', n
    if (present(x)) print '(a, f0.2)', ' x ', x
    if (present(z)) print '(a, 2f6.2)', ' z ', z
    if (present(on)) print '(a, l1)', ' l ', on
  end subroutine
  subroutine hand_on(n, x, plain)
    integer, value, optional :: n
    real, optional :: x
    integer, optional :: plain
    call count_up(n, x)
    call count_up(n=plain)
    if (present(n)) print '(a, i0)', 'still ', n
  end subroutine
  recursive integer function depth(n) result(d)
    integer, value, optional :: n
    d = 0
    if (.not. present(n)) return
    n = n - 1
    if (n > 0) d = depth(n)
    d = d + n
  end function
end module
program optional_values
  use tally
  implicit none
  integer :: i = 41
  call count_up
  call count_up(0, 0.0, (0.0, 0.0), .false.)
  call count_up(i, z=(1.0, 2.0))
  call count_up(n=i + 1, on=.true.)
  print '(i4)', i
  call hand_on
  call hand_on(0, 1.5, 7)
  call hand_on(plain=i)
  print '(2i4)', depth(), depth(5)
end program
