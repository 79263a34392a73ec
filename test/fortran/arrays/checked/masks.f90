! Masked operations: SUM, PACK, WHERE, MERGE, COUNT by rows, running maxima, unique values, histograms.
program masks
  implicit none
  integer :: v(10) = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3], i, bins(3)
  integer, allocatable :: unique(:)
  logical :: seen(10)
  unique = [v(1)]
  do i = 2, size(v)
    if (.not. any(unique == v(i))) unique = [unique, v(i)]
  end do
  print *, unique
  seen = [(any(v(:i - 1) == v(i)), i = 1, size(v))]
  print *, pack([(i, i = 1, 10)], seen)
  print *, [(maxval(v(:i)), i = 1, 10)]
  bins = [count(v < 3), count(v >= 3 .and. v < 6), count(v >= 6)]
  print *, bins, sum(v, v > 4), product(v, mask=v < 3)
  where (v > 5) v = 5
  print *, v, merge(v, -v, mod(v, 2) == 1)
  print *, pack(v, [(mod(i, 3) == 0, i = 1, 10)]), minval(v, mask=.not. seen), maxloc(v, mask=v < 5)
end program
