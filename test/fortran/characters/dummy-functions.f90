! Dummy functions of CHARACTER(*): the length is the actual function's.
! gfortran 12 loses the length if a dummy function is passed on; the output follows the standard.
module m
  implicit none
contains
  function word(i) result(r)
    integer, intent(in) :: i
    character(6) :: r
    write (r, '(a, i0)') 'w', i
  end function
  subroutine show(f, n)
    character(*), external :: f
    integer, intent(in) :: n
    print *, '[', f(n), ']', len(f(n)), f(n) // '|', trim(f(n)) // '|'
  end subroutine
  subroutine pass_on(f)
    character(*), external :: f
    call show(f, 3)
  end subroutine
  recursive subroutine nest(depth, g)
    integer, intent(in) :: depth
    character(*), external :: g
    if (depth > 0) then
      call nest(depth - 1, g)
      call nest(0, inner)
    else
      print *, g(depth), len(g(depth))
    end if
  contains
    function inner(i) result(r)
      integer, intent(in) :: i
      character(9) :: r
      write (r, '(a, i0, a, i0)') 'inner', depth, '/', i
    end function
  end subroutine
end module
program p
  use m
  implicit none
  character(3), external :: outer
  call show(word, 1)
  call show(outer, 2)
  call pass_on(word)
  call pass_on(inner)
  call nest(2, word)
  call legacy(outer)
  call show(word, 4)
contains
  character(2) function inner(i)
    integer, intent(in) :: i
    inner = repeat('z', i)
  end function
end program
character(3) function outer(i)
  integer, intent(in) :: i
  outer = achar(96 + i) // 'out'
end function
subroutine legacy(f)
  character*(*) f
  external f
  character(:), allocatable :: t
  t = f(1)
  print *, t, len(t)
end subroutine
