      subroutine legacy(n, a, *)
      implicit none
      integer n, a(n)
      if (n .lt. 0) return 1
      a = n
      end subroutine
program t
  implicit real (a-h, o-z)
  integer, parameter :: nn = 4
  dimension v(nn)
  common /c1/ q, r(2)
  interface
    subroutine legacy(n, a, *)
      integer n, a(n)
    end subroutine
  end interface
  integer b(3)
  data v /nn*2.0/
  q = 3
  r = [1, 2]
  x = 2.0
  do i = 1, nn
    v(i) = v(i) * i + x
  end do
  print *, v, q, r
  call legacy(3, b, *10)
  print *, b
  call legacy(-1, b, *10)
  print *, 'no'
10 continue
  print *, 'alternate'
  call s1
  j = ifun(3)
  print *, j, k
contains
  subroutine s1
    k = 5
    x = x + 1
    print *, x, nn
  end subroutine
  integer function ifun(i)
    ifun = i * 2 + k
  end function
end program
