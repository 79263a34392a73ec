! A configuration by NAMELIST and by keys, written to a scratch file and read again; unknown lines are counted.
program config
  implicit none
  integer :: unit, status, n = 1, unknown = 0, at
  real :: tolerance = 1e-3, grid(3) = 0
  logical :: verbose = .false.
  character(20) :: name = 'none', key
  character(60) :: line
  namelist /run/ n, tolerance, grid, verbose, name
  open (newunit=unit, status='scratch', action='readwrite')
  write (unit, '(a)') '&run n = 5, name = "first run"', ' grid(2:3) = 2.5, 3.5 verbose = T /'
  rewind unit
  read (unit, nml=run, iostat=status)
  print *, status, n, tolerance, grid, verbose, name
  rewind unit
  write (unit, '(a)') '# comment', 'size = 12', 'title=demo text', '', 'bogus', 'tol = 2.5e-4'
  endfile unit
  rewind unit
  do
    read (unit, '(a)', iostat=status) line
    if (status /= 0) exit
    if (line == '' .or. line(1:1) == '#') cycle
    at = index(line, '=')
    if (at == 0) then
      unknown = unknown + 1
      cycle
    end if
    key = adjustl(line(:at - 1))
    select case (key)
    case ('size'); read (line(at + 1:), *) n
    case ('tol'); read (line(at + 1:), *) tolerance
    case ('title'); name = adjustl(line(at + 1:))
    end select
  end do
  close (unit)
  print *, n, tolerance, trim(name), unknown
end program
