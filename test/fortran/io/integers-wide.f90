! Integers of 16 bytes and their neighbours: output, input, overflow.
program integers_wide
  implicit none
  integer(16) :: w = 170141183460469231731687303715884105727_16
  integer(8) :: e
  integer(2) :: h
  integer :: s
  character(60) :: t
  print *, w
  print '(i0,1x,i45)', w, -w
  print '(z0)', w
  t = '123456789012345678901234567890'
  read (t, *) w
  print *, w
  read (t, '(i19)') e
  print *, e
  read (t, *, iostat=s) e
  print *, s > 0
  t = '-32768 32768'
  read (t, *, iostat=s) h
  print *, s, h
  read (t(8:), *, iostat=s) h
  print *, s > 0
end program
