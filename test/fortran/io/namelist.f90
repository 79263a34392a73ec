program namelists
  implicit none
  integer :: n = 3, k(4) = [1, 2, 3, 4]
  real :: x = 1.5
  logical :: flag = .true.
  character(len=8) :: name = 'abc'
  namelist /config/ n, x, flag, name, k
  open (10, status='scratch')
  write (10, '(a)') '&config'
  write (10, '(a)') ' n = 7, x = 2.5e1'
  write (10, '(a)') " flag = .false. name = 'hello'"
  write (10, '(a)') ' k = 10, 2*20, 5 ! comment'
  write (10, '(a)') '/'
  rewind (10)
  read (10, nml=config)
  print *, n, x, flag, name, k
  k(2) = 0
  write (*, nml=config)
end program
