! Seeds set by a program produce the same numbers as gfortran's generator.
program random_seeds
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer :: n, i, kept(8)
  integer, allocatable :: seed(:)
  real :: x, row(3)
  real(dp) :: y, grid(2, 2)
  real(16) :: q
  real(dp) :: walk

  call random_seed(size=n)
  seed = [(i * 101 - 350, i = 1, n)]
  call random_seed(put=seed)
  call random_seed(get=kept)
  print *, n, all(kept == seed)
  call random_number(x)
  call random_number(row)
  print *, x, row
  call random_number(y)
  call random_number(grid)
  print *, y, grid
  call random_number(q)
  print *, q
  call random_seed(get=kept)
  print *, kept
  call random_number(x)
  call random_seed(put=kept)
  call random_number(y)
  print *, x == real(int(y * 2.0d0**24), 4) / 2.0**24

  seed = 20240
  call random_seed(put=seed)
  walk = 0
  do i = 1, 1000
    call random_number(y)
    walk = walk + merge(1.0_dp, -1.0_dp, y < 0.5_dp)
  end do
  print '(f6.1)', walk

  call random_init(repeatable=.true., image_distinct=.false.)
  call random_seed(get=kept)
  call random_number(x)
  print *, kept, x
  print *, irand(3), rand(0), irand()

  ! Without a seed, a program still gets random numbers.
  call random_seed()
  call random_number(grid)
  print *, all(grid >= 0) .and. all(grid < 1)
end program random_seeds
