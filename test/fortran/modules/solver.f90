module constants
  implicit none
  integer, parameter :: dp = selected_real_kind(15, 307)
  real(dp), parameter :: pi = 3.14159265358979323846_dp, tau = 2 * pi
  real(dp), parameter :: table(3) = [1.0_dp, 2.0_dp, 3.0_dp] * pi
  character(len=*), parameter :: names(2) = ['alpha', 'beta ']
  integer, parameter :: n = size(table), m(2, 2) = reshape([1, 2, 3, 4], [2, 2])
  complex(dp), parameter :: im = (0, 1)
  logical, parameter :: debug = .false.
end module
module rng
  use constants, only: dp
  implicit none
  integer, private :: seed = 12345
contains
  function lcg() result(r)
    real(dp) :: r
    seed = mod(seed * 1103 + 12345, 65536)
    r = real(seed, dp) / 65536
  end function
  subroutine shuffle(a)
    integer, intent(inout) :: a(:)
    integer :: i, j, t
    do i = size(a), 2, -1
      j = 1 + int(lcg() * i)
      t = a(i); a(i) = a(j); a(j) = t
    end do
  end subroutine
end module
module sorting
  implicit none
contains
  recursive subroutine quicksort(a)
    integer, intent(inout) :: a(:)
    integer :: p, i, j, t
    if (size(a) <= 1) return
    p = a((1 + size(a)) / 2)
    i = 1
    j = size(a)
    do
      do while (a(i) < p)
        i = i + 1
      end do
      do while (a(j) > p)
        j = j - 1
      end do
      if (i >= j) exit
      t = a(i); a(i) = a(j); a(j) = t
      i = i + 1
      j = j - 1
    end do
    call quicksort(a(:i - 1))
    call quicksort(a(j + 1:))
  end subroutine
end module
program main
  use constants
  use rng
  use sorting, only: sort => quicksort
  implicit none
  integer :: a(20), i, counts(0:9) = 0
  real(dp) :: x(3), mat(3, 3), rhs(3)
  character(len=30) :: buffer
  real(dp), allocatable :: grid(:, :)
  print *, pi, tau, table, names, n, m(2, 1), im * im
  a = [(i, i = 1, 20)]
  call shuffle(a)
  call sort(a)
  print '(20i3)', a
  do i = 1, 1000
    associate (k => int(lcg() * 10))
      counts(k) = counts(k) + 1
    end associate
  end do
  print *, sum(counts), all(counts > 0)
  mat = reshape([2, -1, 0, -1, 2, -1, 0, -1, 2], [3, 3])
  rhs = [1, 0, 1]
  call solve(mat, rhs, x)
  print '(3f10.6)', x
  write (buffer, '("x = ", f6.3, ", n = ", i0)') x(1), n
  print '(a)', trim(buffer)
  allocate (grid(0:4, 0:4))
  grid = 0
  grid(0, :) = 1
  do i = 1, 50
    grid(1:3, 1:3) = 0.25_dp * (grid(0:2, 1:3) + grid(2:4, 1:3) + grid(1:3, 0:2) + grid(1:3, 2:4))
  end do
  print '(5f8.4)', grid
  if (debug) print *, 'debug'
contains
  subroutine solve(a, b, x)
    real(dp), intent(in) :: a(:, :), b(:)
    real(dp), intent(out) :: x(:)
    real(dp) :: w(size(b), size(b) + 1)
    integer :: i, j, n
    n = size(b)
    w(:, :n) = a
    w(:, n + 1) = b
    do i = 1, n
      w(i, :) = w(i, :) / w(i, i)
      do j = 1, n
        if (j /= i) w(j, :) = w(j, :) - w(j, i) * w(i, :)
      end do
    end do
    x = w(:, n + 1)
  end subroutine
end program
