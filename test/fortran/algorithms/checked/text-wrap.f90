! Wrapping and justifying text, centred titles, boxes, a bar chart, columns from records.
program text_wrap
  implicit none
  character(*), parameter :: text = 'Fortran programs print columns of numbers and have done so since long ago'
  integer, parameter :: width = 24
  integer :: i, values(4) = [3, 7, 1, 5]
  call wrap(text, width)
  print '(a)', centred('title', width), repeat('-', width)
  do i = 1, 4
    print '(i2,1x,a,t16,"|",i3)', i, repeat('#', values(i)), values(i)
  end do
  call box([character(6) :: 'one', 'three', 'eleven'])
contains
  subroutine wrap(t, w)
    character(*), intent(in) :: t
    integer, intent(in) :: w
    integer :: first, last
    first = 1
    do while (first <= len(t))
      last = min(first + w, len(t) + 1)
      if (last <= len(t)) last = first - 1 + scan(t(first:last), ' ', back=.true.)
      print '("|",a,t26,"|")', trim(t(first:last - 1))
      first = last + 1
    end do
  end subroutine
  function centred(t, w) result(c)
    character(*), intent(in) :: t
    integer, intent(in) :: w
    character(w) :: c
    c = repeat(' ', (w - len(t))/2) // t
  end function
  subroutine box(lines)
    character(*), intent(in) :: lines(:)
    integer :: k
    print '(a)', '+' // repeat('-', len(lines)) // '+'
    print '("|",a,"|")', (lines(k), k = 1, size(lines))
    print '(a)', '+' // repeat('-', len(lines)) // '+'
  end subroutine
end program
