! Character intrinsics: searching, trimming, adjusting, comparing, codes.
program character_functions
  implicit none
  character(12) :: s = '  Fortran   '
  character(3) :: words(3) = ['abc', 'ABC', 'a  ']
  integer :: i
  print *, len(s), len_trim(s), '[', adjustl(s), ']', '[', adjustr(s), ']', '[', trim(adjustl(s)), ']'
  print *, index(s, 'r'), index(s, 'r', back=.true.), index(s, 'xyz'), index('abc', ''), index('abc', '', .true.)
  print *, scan('programming', 'mg'), scan('programming', 'mg', back=.true.), scan('abc', 'xyz'), scan('', 'a')
  print *, verify('112233x', '123'), verify('   a', ' '), verify('aaa', 'a'), verify('abab', 'a', .true.)
  print *, ichar('A'), iachar('z'), char(65), achar(97), ichar(achar(200))
  print *, lge('b', 'a'), lgt('a', 'a '), lle('abc', 'abd'), llt('Z', 'a')
  print *, 'a' < 'b', 'abc' == 'abc   ', 'ab' > 'abc', '' == '   '
  print *, repeat('xy', 3), repeat('z', 0), len(repeat('abc', 5))
  print *, words == 'abc', len_trim(words), index(words, 'b')
  print *, [(achar(iachar('a') + i), i = 0, 5)]
  print *, new_line('a') == achar(10), s(3:5), s(3:3) // s(4:4)
  words(2)(2:3) = 'xy'
  print *, words, words(:)(1:1), words(1)(3:1), '|'
  s = 'overlapping'
  s(3:) = s(1:)
  print *, s
  print *, max('apple', 'pear'), min('apple', 'pear'), merge('yes', 'no ', .true.)
  print *, transfer('abcd', 0) == transfer(transfer('abcd', 0), 1), transfer([97, 98], 'a') == 'a'
end program
