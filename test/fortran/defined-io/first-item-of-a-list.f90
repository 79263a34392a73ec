! Input before the first item of a list is skipped before the procedure that reads the item is called.
module texts
  implicit none
  type :: text
    character(len=:), allocatable :: raw
  end type
  interface write (formatted)
    procedure write_text
  end interface
  interface read (formatted)
    procedure read_text
  end interface
contains
  subroutine write_text(dtv, unit, iotype, v_list, iostat, iomsg)
    class(text), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(len=*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(len=*), intent(inout) :: iomsg
    write (unit, '(a)', iostat=iostat, iomsg=iomsg) dtv%raw
  end subroutine
  subroutine read_text(dtv, unit, iotype, v_list, iostat, iomsg)
    class(text), intent(inout) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(len=*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(len=*), intent(inout) :: iomsg
    character(len=40) :: buffer
    buffer = ' '
    read (unit, '(a)', iostat=iostat, iomsg=iomsg, advance='no') buffer
    dtv%raw = trim(buffer)
    if (is_iostat_eor(iostat)) iostat = 0
  end subroutine
end module

program p
  use texts
  implicit none
  type(text) :: t
  integer :: u
  t = text('first of all')
  open (newunit=u, status='scratch', form='formatted')
  write (u, *) t
  write (u, *)
  write (u, '(a)') '', '    ', '   after two empty lines', ''
  rewind (u)
  read (u, *) t
  print *, len(t%raw), '[', t%raw, ']'
  read (u, *) t
  print *, len(t%raw), '[', t%raw, ']'
end program
