! Defined formatted output and input: DT with its text and numbers, lists, internal units, arrays, nested items, NAMELIST,
! dynamic dispatch, and errors passed back to the parent.
module shapes
  implicit none
  type point
    integer :: x = 0, y = 0
  end type
  interface write(formatted)
    module procedure write_point
  end interface
  interface read(formatted)
    module procedure read_point
  end interface

  type, abstract :: shape
    character(8) :: label = '-'
  contains
    procedure(shape_writer), deferred :: put
    generic :: write(formatted) => put
  end type
  abstract interface
    subroutine shape_writer(self, unit, iotype, v_list, iostat, iomsg)
      import :: shape
      class(shape), intent(in) :: self
      integer, intent(in) :: unit, v_list(:)
      character(*), intent(in) :: iotype
      integer, intent(out) :: iostat
      character(*), intent(inout) :: iomsg
    end subroutine
  end interface
  type, extends(shape) :: dot
    type(point) :: at
  contains
    procedure :: put => put_dot
  end type
  type, extends(shape) :: ring
    type(point) :: centre
    real :: radius = 1.0
  contains
    procedure :: put => put_ring
  end type
  type :: holder
    class(shape), allocatable :: one
  end type
contains
  subroutine write_point(p, unit, iotype, v_list, iostat, iomsg)
    class(point), intent(in) :: p
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    character(30) :: form
    if (p%x < 0) then
      iostat = 77
      iomsg = 'negative abscissa'
    else if (iotype == 'DT' .and. size(v_list) == 0) then
      write (unit, '("(",i0,",",i0,")")', iostat=iostat, iomsg=iomsg) p%x, p%y
    else if (iotype(1:2) == 'DT') then
      write (form, '("(a,",i0,"i",i0,")")') size(v_list), v_list(1)
      write (unit, form, iostat=iostat, iomsg=iomsg) iotype(3:), p%x, p%y
    else if (iotype == 'NAMELIST') then
      write (unit, '(i0,1x,i0)', iostat=iostat) p%x, p%y
    else
      write (unit, *, iostat=iostat) p%x, p%y
    end if
  end subroutine
  subroutine read_point(p, unit, iotype, v_list, iostat, iomsg)
    class(point), intent(inout) :: p
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    if (iotype(1:2) == 'DT') then
      read (unit, '(i3,1x,i3)', iostat=iostat, iomsg=iomsg) p%x, p%y
    else
      read (unit, *, iostat=iostat, iomsg=iomsg) p%x, p%y
    end if
    if (iostat == 0 .and. p%y > 90) then
      iostat = 5
      iomsg = 'too high'
    end if
  end subroutine
  subroutine put_dot(self, unit, iotype, v_list, iostat, iomsg)
    class(dot), intent(in) :: self
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, '(a,": ",dt)', iostat=iostat, iomsg=iomsg) trim(self%label), self%at
  end subroutine
  subroutine put_ring(self, unit, iotype, v_list, iostat, iomsg)
    class(ring), intent(in) :: self
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, '("ring ",dt"<"(4,4)," r=",f4.1)', iostat=iostat, iomsg=iomsg) self%centre, self%radius
  end subroutine
  subroutine show(s)
    class(shape), intent(in) :: s(:)
    write (*, '(*(dt,:,"; "))') s
    print *, 'listed:', s(1), 'end'
  end subroutine
end module

program formatted
  use shapes
  implicit none
  type(point) :: p = point(3, 4), row(3), q
  type(holder) :: held(2)
  type(ring) :: rings(2)
  character(40) :: text, lines(2), message
  integer :: status, i
  namelist /group/ i, p, q

  row = [(point(i, i * i), i = 1, 3)]
  write (*, '(a,dt,a)') '[', p, ']'
  write (*, '(dt"p="(5, 3),i4)') p, 9
  write (*, '(3(dt,:,"-"))') row
  print *, p, 1.5
  print *, 'a', p, 'b', row(2:3)
  write (*, '(dt)', advance='no') p
  write (*, '(1x,dt)') q
  write (text, '(i2,dt)') 5, p
  print *, text
  write (text, *) p, 'z'
  print *, text
  write (lines, '(dt,/,dt,i3)') p, q, 8
  print *, lines

  allocate (held(1)%one, source=dot('first', p))
  allocate (held(2)%one, source=ring('second', q, 2.5))
  do i = 1, 2
    write (*, '(dt)') held(i)%one
    print *, held(i)%one
  end do
  rings(2)%radius = 7.0
  call show(rings)

  open (11, status='scratch')
  write (11, '(a)') ' 10, 20', ' 30  40'
  write (11, '(a)') '1 5 6 2', '8', '9 10 3', '7 91'
  rewind 11
  read (11, '(dt)') p
  print '(2(dt,1x))', p, q
  read (11, '(dt)') q
  print '(2(dt,1x))', p, q
  read (11, *) i, p, q, status
  print '(2(dt,1x),2i3)', p, q, i, status
  message = 'none'
  read (11, *, iostat=status, iomsg=message) p
  print *, status, trim(message)
  read (11, *, iostat=status, iomsg=message) p
  print *, status, trim(message)
  text = '  6 7'
  read (text, *) q
  text = '012345'
  read (text, '(1x,dt)', iostat=status, iomsg=message) p
  print '(2(dt,1x))', p, q
  print *, status, trim(message)

  p = point(1, 2)
  q = point(-1, 0)
  message = ''
  write (text, '(dt,dt)', iostat=status, iomsg=message) p, q
  print *, status, trim(message)
  q = point(5, 6)
  i = 3
  write (*, nml=group)
  rewind 11
  write (11, '(a)') '&group', ' i = 4', ' p = 11 12', ' q = 13 14', '/'
  rewind 11
  read (11, nml=group)
  print '(2(dt,1x),i3)', p, q, i
end program
