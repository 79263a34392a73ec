! flags: -fbackslash
! Characters of kind 4 may have codes that are not in ISO 10646.
program p
  implicit none
  character(kind=4, len=*), parameter :: text = 4_"a\U31DC8B30\u00e9\UFFFFFFFFz"
  character(kind=4, len=3) :: c(2) = [character(kind=4, len=3) :: 4_"\U12345678", 4_"q\U00110000"]
  integer :: i
  print *, len(text), (ichar(text(i:i)), i = 1, 3), ichar(text(5:5))
  print *, transfer(text(4:4), 0), transfer(4_"\U44444444", '    ')
  print *, len_trim(c), ichar(c(1)(1:1)), ichar(c(2)(2:2)), c(1) == 4_"\U12345678 "
  print *, adjustr(c(1)) == 4_"  \U12345678", index(text, 4_"\UFFFFFFFF"), char(ichar(text(2:2)), 4) == text(2:2)
  print '(5a)', text(1:1), text(5:5)
end program
