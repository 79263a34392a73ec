! Variables that a host declares by use, in the specification parts of its internal procedures (Fortran 2018, 19.5.1.4).
program p
  n = 3
  x = 1.5
  k = 2
  call s([1., 2., 3., 4., 5.])
  print '(*(f4.1))', f(), g()
contains
  subroutine s(a)
    real :: a(0:n)
    real :: b(n, k)
    character(n + 1) :: c
    namelist /group/ x
    character(40) :: line(3)
    c = 'abcdef'
    print *, lbound(a), ubound(a), shape(b), len(c), c
    write (line, group)
    print *, index(line(2), 'X=  1.5') > 0
    line(2) = ' x = 2.5,'
    read (line, group)
    block
      real :: d(2*n)
      print *, size(d), x
    end block
  end subroutine
  function f()
    real :: f(k)
    f = x
  end function
  function g()
    real, dimension(size([(i, i = 1, n)])) :: g
    g = [(real(j), j = 1, n)]
  end function
end program
