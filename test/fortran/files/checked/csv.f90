! A small reader of comma-separated values: quoted fields, numbers, missing values, a report with totals.
program csv
  implicit none
  type row
    character(10) :: name
    integer :: count
    real :: price
  end type
  type(row), allocatable :: rows(:)
  character(40) :: lines(4) = [character(40) :: 'name,count,price', 'bolt,10,0.25', '"nut, hex",20,.1', 'washer,,3']
  character(20) :: fields(3)
  integer :: i
  allocate (rows(0))
  do i = 2, size(lines)
    call split(trim(lines(i)), fields)
    rows = [rows, row(fields(1), to_integer(fields(2)), to_real(fields(3)))]
  end do
  print '(a10,a6,a8)', 'name', 'count', 'price'
  print '(a10,i6,f8.2)', rows
  print '(a10,i6,f8.2)', 'total', sum(rows%count), sum(rows%count*rows%price)
  print *, rows(maxloc(rows%price, dim=1))%name
contains
  subroutine split(line, parts)
    character(*), intent(in) :: line
    character(*), intent(out) :: parts(:)
    integer :: k, field
    logical :: quoted
    parts = ''
    field = 1
    quoted = .false.
    do k = 1, len(line)
      select case (line(k:k))
      case ('"')
        quoted = .not. quoted
      case (',')
        if (quoted) then
          parts(field) = trim(parts(field)) // ','
        else
          field = field + 1
        end if
      case (' ')
        parts(field) = trim(parts(field)) // '_'
      case default
        parts(field) = trim(parts(field)) // line(k:k)
      end select
    end do
  end subroutine
  integer function to_integer(text)
    character(*), intent(in) :: text
    integer :: status
    read (text, *, iostat=status) to_integer
    if (status /= 0) to_integer = 0
  end function
  real function to_real(text)
    character(*), intent(in) :: text
    read (text, *) to_real
  end function
end program
