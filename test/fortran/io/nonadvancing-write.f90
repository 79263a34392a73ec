! ADVANCE='no' output to units and standard output, with tabs and blanks at ends.
program nonadvancing_write
  implicit none
  integer :: i
  character(30) :: line
  open (16, status='scratch')
  do i = 1, 5
    write (16, '(i0,1x)', advance='no') i
  end do
  write (16, *)
  write (16, '(a)', advance='no') 'ab'
  write (16, '(tl5,a)') 'c'
  write (16, '(a,2x)', advance='no') 'x'
  write (16, '(a,t1,a)') 'y', 'z'
  rewind 16
  do i = 1, 3
    read (16, '(a)') line
    print '(3a)', '[', trim(line), ']'
  end do
  write (*, '(a,3x)', advance='no') 'begin'
  write (*, '(a)') 'end'
  write (*, '(a)', advance='no') 'no newline'
  print *, 'list'
  write (*, '(2(a,/),a)', advance='no') 'one', 'two', 'three'
  write (*, '(/,a)') 'four'
  write (*, '(a,$)') 'dollar '
  write (*, '(a)') 'sign'
end program
