! A format with DT calls the procedure of a type with private components, outside its module.
module m
  implicit none
  private
  type, public :: ratio
    private
    integer :: n = 1, d = 2
  contains
    procedure, private :: put
    generic, public :: write(formatted) => put
  end type
contains
  subroutine put(dtv, unit, iotype, v_list, iostat, iomsg)
    class(ratio), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, '(i0,"/",i0)', iostat=iostat, iomsg=iomsg) dtv%n, dtv%d
  end subroutine
end module
program p
  use m
  type(ratio) :: a, b(3)
  print '(*(dt,:,1x))', a, b
  print *, a
end program
