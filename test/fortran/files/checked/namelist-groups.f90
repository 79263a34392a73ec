! Namelists read from and written to internal files: sections, substrings, repeats, nulls, components, order, many groups.
program namelist_groups
  implicit none
  type :: limits
    integer :: low = 1, high = 10
  end type
  integer :: count, grid(2, 3), status
  real :: rates(5)
  logical :: on, flags(3)
  complex :: z
  character(10) :: name, names(2)
  type(limits) :: range, pair(2)
  character(80) :: text(6), out(12)
  namelist /all/ count, rates, on, flags, z, name, names, grid, range, pair
  namelist /few/ count, name
  namelist /few/ on
  call clear
  text = ''
  text(1) = '&all count = 5, rates = 3*1.5, , 2e1'
  text(2) = '  name = "it''s", on=T flags(2:3) = 2*.true.  ! a comment'
  text(3) = ' z = (1, -2.5) grid(1,:) = 1 2 3, grid(2, 2) = 9'
  text(4) = ' names = ''one'', "two" RANGE%high = 99 pair(2)%low = -1'
  text(5) = ' names(2)(2:3) = "XY" /'
  read (text, nml=all)
  call show
  call clear
  text = ''
  text(1) = ' skipped text'
  text(2) = '&OTHER x = 1 /'
  text(3) = '&Few'
  text(4) = '  Count=-3'
  text(5) = '  ON = .t., name='//"'a''b'"//''
  text(6) = '/'
  read (text, few)
  print *, count, on, name
  text(1) = '&all range = 7 grid(:, 3) = 2*8, rates(2:4:2) = 1, 2 count = 1 count = 2 /'
  call clear
  read (text(1), all)
  call show
  text(1) = '&few unknown = 3 /'
  read (text(1), few, iostat=status)
  print *, status > 0
  text(1) = '&few count = abc /'
  read (text(1), few, iostat=status)
  print *, status > 0
  text(1) = '&few count = 8'
  read (text(1), few, iostat=status)
  print *, status < 0
  count = 12
  on = .false.
  name = 'q"q'
  write (*, few)
  open (10, status='scratch', delim='quote')
  write (10, nml=all)
  call clear
  rewind 10
  read (10, nml=all)
  call show
  out = ''
  name = 'inside'
  write (out, few)
  print '(a)', (trim(out(status)), status=1, 5)
contains
  subroutine clear
    count = 0
    rates = 0
    on = .false.
    flags = .false.
    z = 0
    name = '-'
    names = '.'
    grid = 0
    range = limits()
    pair = limits(0, 0)
  end subroutine
  subroutine show
    print '(i4, 5f6.2, 4l2, 2f6.2, 3a, 6i3, 2i4, 4i4)', count, rates, on, flags, z, name, names, grid, range, pair
  end subroutine
end program
