! Direct access: formatted and unformatted, gaps, short records, INQUIRE of the next record, IOLENGTH.
program files_direct
  implicit none
  integer :: i, n, s, length
  real :: x(3)
  character(10) :: t
  inquire (iolength=length) x, i
  print *, length
  open (12, access='direct', recl=length, status='scratch')
  do i = 6, 1, -2
    write (12, rec=i) [i*1.0, i*2.0, i*3.0], i
  end do
  read (12, rec=4) x, n
  print *, x, n
  read (12, rec=6) x(1)
  inquire (12, nextrec=n)
  print *, x(1), n
  write (12, rec=4) 9.0
  read (12, rec=4) x(1)
  print *, x(1)
  read (12, rec=7, iostat=s) x
  print *, s /= 0
  close (12)
  open (12, access='direct', form='formatted', recl=10, status='scratch')
  write (12, '(a)', rec=2) 'two'
  write (12, '(i5)', rec=1) 42
  write (12, '(a/a)', rec=3) 'three', 'four'
  do i = 1, 4
    read (12, '(a)', rec=i) t
    print *, '[', t, ']'
  end do
  write (12, '(a)', rec=1, iostat=s) 'longer than ten'
  print *, s
end program
