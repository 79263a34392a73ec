! Bounds, steps and masks of a nested FORALL may use the outer FORALL's indices.
program forall_in_forall
  implicit none
  integer :: a(4, 4), b(9, 3), i, j, k
  a = reshape([(i, i = 1, 16)], [4, 4])
  forall (i = 1:4)
    forall (j = 1:5 - i)
      a(i, j) = a(j, i)
    end forall
  end forall
  print '(4i4)', a
  b = 0
  forall (i = 1:3)
    forall (j = i:9:i, mod(j, 2) == 1)
      b(j, i) = 10 * i + j
    end forall
    forall (j = 1:3, k = 1:2, j > i) b(j + k, i) = -i
  end forall
  print '(9i4)', b
  do concurrent (i = 1:3)
    do concurrent (j = i:9:i)
      b(j, i) = i * j
    end do
  end do
  print '(9i4)', b
end program
