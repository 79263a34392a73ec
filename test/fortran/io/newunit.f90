! NEWUNIT=, units in modules and arrays, many files at once.
program newunits
  implicit none
  integer :: u(5), i, n
  logical :: o
  character(10) :: name, text
  do i = 1, 5
    write (name, '(a,i0,a)') 'part', i, '.txt'
    open (newunit=u(i), file=name, status='replace')
    write (u(i), '(a,i0)') 'text ', i
  end do
  print *, all(u < 0), count([(any(u(i) == u(i+1:)), i = 1, 4)])
  do i = 5, 1, -1
    rewind u(i)
    read (u(i), '(a)') text
    inquire (u(i), name=name, opened=o)
    print *, text, name, o
    close (u(i), status='delete')
  end do
  inquire (u(1), opened=o)
  print *, o
  open (newunit=n, status='scratch')
  write (n, *) 1
  close (n)
end program
