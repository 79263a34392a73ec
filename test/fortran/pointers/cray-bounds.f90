! flags: -fcray-pointer
! Cray pointees with bounds from arguments and COMMON: the bounds are those on entry to the procedure.
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
