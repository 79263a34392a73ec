! Formats created at run time: stored in arrays, selected, with inserted widths.
program formats_at_run_time
  implicit none
  character(20) :: f, list(3) = [character(20) :: '(i5)', '(f8.3)', '(a)']
  integer :: w
  do w = 3, 7, 2
    write (f, '(a,i0,a)') '(i', w, ',"|")'
    print f, 42
    write (f, '("(f",i0,".",i0,")")') w + 3, w - 2
    print f, 2.0/3
  end do
  print list(1), 7
  print list(2), 1.5
  print list(3), 'text'
  print '('//'i3'//',a)', 5, 'x'
  print trim(list(1))//' behind the format', 8
  do w = 1, 40
    write (f, '("(",i0,"x,a)")') w
    if (mod(w, 13) == 0) print f, 'x'
  end do
  ! A width of zero, which a constant format may not have.
  do w = 1, 5
    f = zero_widths(w)
    print f, 123.45, 0.5d0
    print f, -1.25e-9, 0.0
  end do
contains
  function zero_widths(i) result(made)
    integer, intent(in) :: i
    character(20) :: made
    character(2), parameter :: letters(5) = [character(2) :: 'E', 'D', 'ES', 'EN', 'F']
    made = '(2('//trim(letters(i))//'0,1x),a)'
  end function
end program
