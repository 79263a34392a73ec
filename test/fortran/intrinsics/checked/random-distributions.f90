! Properties of random numbers that hold for every generator: ranges, means, shuffles, seeds, arrays of all ranks.
program random_properties
  implicit none
  real :: r, m(10, 10), v(0)
  real(8) :: d(5000)
  integer :: i, j, t, deck(52), n
  integer, allocatable :: seed(:), again(:)
  call random_seed(size=n)
  allocate (seed(n), again(n))
  seed = 42
  call random_seed(put=seed)
  call random_number(d)
  print *, all(d >= 0 .and. d < 1), abs(sum(d)/size(d) - 0.5d0) < 0.03d0, abs(sum((d - 0.5d0)**2)/size(d) - 1d0/12) < 0.01d0
  call random_number(m)
  call random_number(v)
  call random_number(r)
  print *, minval(m) >= 0, maxval(m) < 1, size(v), r >= 0, count(m < 0.5) > 20
  deck = [(i, i = 1, 52)]
  do i = 52, 2, -1
    call random_number(r)
    j = 1 + int(r*i)
    t = deck(i); deck(i) = deck(j); deck(j) = t
  end do
  print *, sum(deck), all([(any(deck == i), i = 1, 52)]), any(deck /= [(i, i = 1, 52)])
  call random_seed(get=again)
  call random_number(m(:, 1))
  call random_seed(put=again)
  call random_number(m(:, 2))
  print *, all(m(:, 1) == m(:, 2)), all(m(:, 2) /= m(:, 3))
end program
