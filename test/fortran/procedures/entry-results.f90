! Functions with ENTRY whose results are arrays, pointers, or characters of the caller's length.
module counters
  implicit none
contains
  function twice(v) result(r)
    integer, intent(in) :: v(3)
    integer :: r(3), s(3)
    r = 2 * v
    return
    entry thrice(v) result(s)
    s = 3 * v
  end function
  function fresh(n) result(p)
    integer, intent(in) :: n
    integer, pointer :: p, q
    allocate (p)
    p = n
    return
    entry fresher(n) result(q)
    allocate (q)
    q = n + 100
  end function
  function tagged(k)
    integer :: tagged, marked, k
    tagged = k
    call raise()
    return
    entry marked(k)
    marked = -k
    call lower()
  contains
    subroutine raise()
      tagged = tagged + 1000
    end subroutine
    subroutine lower()
      if (marked < 0) marked = marked * 7
    end subroutine
  end function
end module

character*(*) function head(text, n)
  character text*(*), tail*(*)
  integer n
  head = text(:n)
  return
  entry tail(text, n)
  tail = text(len(text) - n + 1:)
end function

program main
  use counters
  implicit none
  character :: head*6, tail*8
  integer, pointer :: p
  print *, twice([1, 2, 3]), thrice([1, 2, 3])
  p => fresh(4)
  print *, p, fresher(4)
  print *, tagged(5), marked(5)
  print '(5a)', '[', head('entrances', 4), '|', tail('entrances', 3), ']'
end program
