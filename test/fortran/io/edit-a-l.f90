! A and L editing, for input and output, with every width.
program edit_a_l
  implicit none
  character(5) :: s = 'hello', t
  character(1) :: c
  character(12) :: line = 'abcdefghijkl'
  logical :: p, q, r
  logical(1) :: b = .true.
  integer :: i
  print '(a,a3,a8,a)', s, s, s, '|'
  print '(3a1,2a2)', 'x', 'yz', 'w', 'mn', 'opq'
  print '(l1,l3,l0,l5)', .true., .false., b, .true.
  read (line, '(a3)') t
  print *, t, '|'
  read (line, '(a8)') t
  print *, t, '|'
  read (line, '(a,a1,tl3,a)') t, c, s
  print *, t, c, s
  line = ' .t f .FALSE'
  read (line, '(l3,l2,l7)') p, q, r
  print *, p, q, r
  line = 'Ture xf'
  read (line, '(l4,l3)', iostat=i) p, q
  print *, p, i > 0
  print '(a)', ['ab', 'cd']
  print '(2(a,:,", "))', 'x', 'y', 'z'
end program
