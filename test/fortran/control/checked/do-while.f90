! DO WHILE and endless DO: bisection, digits, Euclid, reading until a sentinel in an internal file.
program do_while
  implicit none
  integer :: a = 252, b = 105, t, n = 987654, s = 0, values(5) = [5, 3, 0, 9, 9], k = 1
  real :: low = 0, high = 2
  do while (b /= 0)
    t = mod(a, b); a = b; b = t
  end do
  print *, a
  do while (n > 0)
    s = s + mod(n, 10)
    n = n/10
  end do
  print *, s, n
  do
    if (high - low < 1e-5) exit
    if (((low + high)/2)**2 > 2) then
      high = (low + high)/2
    else
      low = (low + high)/2
    end if
  end do
  print '(f7.4)', low
  do while (values(k) /= 0)
    k = k + 1
  end do
  print *, k
end program
