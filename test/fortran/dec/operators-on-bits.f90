! flags: -fdec
! Logical operators on the bits of integers, .XOR., and Hollerith and character constants in numeric expressions.
program bits
  implicit none
  integer :: a = 12, b = 10
  integer(2) :: small = 7
  integer(8) :: large = 2_8**40 + 5
  integer, parameter :: folded = 12 .and. 10
  logical :: l = .true., m = .false.
  integer(4) word, other
  real(8) x
  complex(4) z
  character(6) text
  integer :: given, hidden
  integer(4), parameter :: fixed = 'wxyz'
  data given /'abcd'/, hidden /4hefgh/

  print *, a .and. b, a .or. b, a .neqv. b, a .eqv. b, .not. a, a .xor. b, folded
  print *, small .and. large, kind(small .and. large)
  print *, l .xor. m, l .xor. l, (a .and. 4) == 4
  print *, a .and. b .or. 1, a .or. b .and. 1
  print *, 5 .and. l, m .or. 6

  word = 'abcd'
  other = 4habcd
  if (word .eq. other) print *, 'same word'
  if (word.ne.4habce.and.4habcd.eq.word) print *, 'another word'
  if (given == word .and. hidden == transfer('efgh', 0)) print *, 'from DATA'
  x = 'sixteen!'
  print *, x == transfer('sixteen!', x), fixed == transfer('wxyz', 0)
  z = 8habcdabcd
  print *, z .eq. 8habcdabcd, z .ne. 8habcdabce, real(z) == aimag(z)
  text = 'header'
  print *, text .eq. 6hheader, 5hheade .lt. text, 4habcd .eq. 'abcd', 3habc .eq. 3habc
  word = 'ab'
  print '(a4, a1)', word, '|'
end program
