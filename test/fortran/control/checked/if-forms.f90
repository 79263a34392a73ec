! IF in its forms: logical IF, ELSE IF chains, nested, with functions, with array reductions as conditions.
program if_forms
  implicit none
  integer :: i, v(4) = [3, 1, 4, 1]
  do i = -1, 2
    if (i < 0) print *, 'negative'
    if (i == 0) then
      print *, 'zero'
    else if (i == 1) then
      if (any(v == i)) print *, 'one is there', count(v == i)
    else
      if (all(v > 0) .and. maxval(v) < 5) then
        print *, 'all small'
      else
        print *, 'no'
      end if
    end if
  end do
  if (.not. (v(1) == 3 .neqv. v(2) == 1)) print *, merge('same', 'diff', v(2) == v(4))
  i = sum(v, mask=v > 1); if (i == 7) print *, i; if (i /= 7) print *, 'wrong'
end program
