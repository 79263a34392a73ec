! Long lists: where lines break, alone and with characters, to files and internal units.
program list_write_long
  implicit none
  integer :: i
  character(100) :: s(4), t
  print *, [(i*1000, i = 1, 15)]
  print *, [(i*0.5, i = 1, 11)]
  print *, [(cmplx(i, -i), i = 1, 5)]
  print *, [(mod(i, 2) == 0, i = 1, 60)]
  print *, (repeat('x', 30), i = 1, 4)
  print *, ('word ', i, i = 1, 12)
  s = '-'
  write (s, '(8i12)') [(i, i = 1, 20)]
  print '(a)', s
  write (t, *) 1, 2.5, 'abc', .true.
  print '(a)', trim(t)
  open (10, status='scratch', delim='quote')
  write (10, *) 'it''s', 'say "x"', 3
  rewind 10
  read (10, '(a)') t
  print '(a)', trim(t)
end program
