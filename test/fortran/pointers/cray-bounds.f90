! flags: -fcray-pointer
! Cray pointees with bounds and lengths from arguments and COMMON: these are the values on entry to the procedure.
program p
  implicit none
  integer :: n, m, i, j
  real(8) :: foo
  integer(8) :: ip
  pointer (ip, foo(3, 7))
  common /sizes/ n, m
  n = 3
  m = 7
  ip = malloc(8*n*m)
  do i = 1, n
    do j = 1, m
      foo(i, j) = 10*i + j
    end do
  end do
  call use_foo(ip, n)
  n = 3
  call use_characters(ip, n)
  call free(ip)
end program
subroutine use_foo(ip, k)
  implicit none
  integer :: n, m, k, i
  integer(8) :: ip
  common /sizes/ n, m
  real(8) :: foo, bar
  pointer (ip, foo(n, *)), (ip, bar(0:k - 1, m))
  n = 99
  k = 98
  print '(*(g0, 1x))', foo(2, 7), bar(1, 6), size(bar), lbound(bar), ubound(bar), shape(bar), sum(bar)
  call inner
contains
  subroutine inner
    print '(*(g0, 1x))', bar(2, 1), foo(1, 3), size(bar, 1), bar(:, 2), (foo(i, 1), i = 1, 3)
  end subroutine
end subroutine
subroutine use_characters(ip, n)
  implicit none
  integer(8) :: ip
  integer :: n
  character(n) :: c, d(n)
  pointer (ip, c), (ip, d)
  c = 'abcdef'
  n = 9
  print '(2a, 3i3)', c, '|', len(c), len(d), size(d)
  d = 'xy'
  print '(5a)', d, c, '|'
end subroutine
