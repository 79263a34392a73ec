! WHERE in FORALL: all masks are computed first, then all values of each assignment.
program p
integer :: a(4,3), b(4,3), i
logical :: m(4,3)
a = reshape([(i,i=1,12)],[4,3])
b = 0
forall (i=1:3, i /= 2)
 where (a(:,i) > 3)
  b(:,i) = a(:,4-i)
  where (mod(a(:,i),2) == 0)
    a(:,4-i) = b(:,i) * 2
  end where
 elsewhere (a(:,i) == 2)
  a(:,4-i) = 5
 elsewhere
  b(:,i) = i
 end where
end forall
print '(4i4)', a, b
a = reshape([(i, i = 1, 12)], [4, 3])
forall (i = 1:3)
  where (a(:, i) > a(:, mod(i, 3) + 1))
    a(:, mod(i, 3) + 1) = -a(:, i)
  elsewhere
    a(:, i) = 0
  end where
end forall
print '(4i4)', a
end program
