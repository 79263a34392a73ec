! Codes of characters, collating, control characters, escapes, bytes above 127, SELECTED_CHAR_KIND, ICHAR and ACHAR.
program character_codes
  implicit none
  integer, parameter :: ck = selected_char_kind('default')
  character(kind=ck, len=3) :: s = ck_'abc'
  integer :: i
  print *, ck == kind('a'), s, ichar(s(1:1)), iachar(s(3:3)), len(s)
  print *, [(iachar(achar(i)) == i, i = 0, 127, 31)], ichar(char(200)), achar(9) == char(9)
  print *, 'a' < 'b', 'A' < 'a', '0' < 'A', ' ' < '0', lgt('b', 'a'), 'it''s', "say ""so"""
  print *, ichar(['x', 'y', 'z']), char([65, 66, 67]), achar(iachar('m') + 1)
  print *, len('tab' // achar(9) // 'end'), index('a' // achar(0) // 'b', achar(0)), verify('abc1', 'abcdef')
end program
