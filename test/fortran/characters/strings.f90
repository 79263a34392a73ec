program strings
  implicit none
  character(len=10) :: s, t
  character(len=:), allocatable :: d
  character(len=3) :: arr(3) = ['one', 'two', 'six']
  character, parameter :: nl = new_line('a')
  integer :: i
  s = 'Fortran'
  print *, s, '|', trim(s), '|', len(s), len_trim(s)
  print *, adjustr(s), '|', adjustl('  left  '), '|'
  print *, index(s, 'r'), index(s, 'r', back=.true.), scan(s, 'aeiou'), verify('aabc', 'ab')
  t = s(3:5)
  print *, t, s(:3) // '-' // s(5:)
  s(1:1) = 'f'
  print *, s
  d = 'abc'
  d = d // 'defg'
  print *, d, len(d)
  print *, repeat('xy', 3), ichar('A'), char(66), iachar('z'), achar(97)
  print *, arr, arr(2)(1:2), len(arr)
  print *, 'abc' < 'abd', 'abc' == 'abc  ', lgt('b', 'a'), llt('B', 'a')
  do i = 1, 3
    arr(i)(2:2) = char(ichar('0') + i)
  end do
  print *, arr
  print *, "it's", 'say "hi"'
  print *, max('apple', 'banana'), min('pear', 'fig ')
  write (t, '(i4.4)') 42
  print *, t
  read (t, *) i
  print *, i
  s = ''
  print *, len_trim(s), s == ' '
  print *, [character(len=5) :: 'a', 'bb', 'ccc']
  deallocate (d)
  allocate (character(len=4) :: d)
  d = 'zz'
  print *, d, '|', len(d)
end program
