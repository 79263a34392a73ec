! Character intrinsics over arrays: INDEX, SCAN, VERIFY, LEN_TRIM, ADJUSTL, ICHAR, REPEAT, TRIM in loops, MERGE.
program strings_of_arrays
  implicit none
  character(8) :: w(4) = ['  left  ', 'right   ', ' mid dle', '        ']
  integer :: i
  print *, len_trim(w), index(w, 'd'), scan(w, 'aeiou'), verify(w, ' '), index(w, ' ', back=.true.)
  print *, adjustl(w), '|', adjustr(w), '|'
  print *, ichar(w(:)(3:3)), iachar('a') + [0, 1, 2], achar([72, 105])
  print *, [(trim(adjustl(w(i))) // '.', i = 1, 1)], (len(trim(w(i))), i = 1, 4)
  print *, merge(w, adjustl(w), w == ''), w > 'm', lge(w, 'right'), llt(w, w(4:1:-1))
  w(:)(1:1) = '#'
  print *, w, count(w(:)(2:2) == ' '), maxval(len_trim(w))
  print *, repeat(w(2)(1:3), 2), new_line(w(1)) == achar(10), char(65 + [0, 1, 2])
end program
