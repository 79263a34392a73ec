! Defined unformatted output and input: sequential and stream files, lists of any length, nested items.
module chains
  implicit none
  type link
    integer :: value = 0
    type(link), pointer :: next => null()
  end type
  type chain
    type(link), pointer :: first => null()
  contains
    procedure, private :: save_chain, load_chain
    generic, public :: write(unformatted) => save_chain
    generic, public :: read(unformatted) => load_chain
    procedure :: add, total
  end type
  type pair
    real :: weight = 0.5
    type(chain) :: left, right
  contains
    procedure :: save => save_pair
    procedure :: load => load_pair
    generic :: write(unformatted) => save
    generic :: read(unformatted) => load
  end type
contains
  subroutine add(this, value)
    class(chain), intent(inout) :: this
    integer, intent(in) :: value
    type(link), pointer :: made
    allocate (made)
    made%value = value
    made%next => this%first
    this%first => made
  end subroutine
  integer function total(this)
    class(chain), intent(in) :: this
    type(link), pointer :: at
    total = 0
    at => this%first
    do while (associated(at))
      total = 10 * total + at%value
      at => at%next
    end do
  end function
  subroutine save_chain(dtv, unit, iostat, iomsg)
    class(chain), intent(in) :: dtv
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    type(link), pointer :: at
    integer :: n
    n = 0
    at => dtv%first
    do while (associated(at))
      n = n + 1
      at => at%next
    end do
    write (unit, iostat=iostat, iomsg=iomsg) n
    at => dtv%first
    do while (associated(at))
      write (unit, iostat=iostat, iomsg=iomsg) at%value
      at => at%next
    end do
  end subroutine
  subroutine load_chain(dtv, unit, iostat, iomsg)
    class(chain), intent(inout) :: dtv
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    integer, allocatable :: values(:)
    integer :: i, n
    dtv%first => null()
    read (unit, iostat=iostat, iomsg=iomsg) n
    if (iostat /= 0) return
    allocate (values(n))
    read (unit, iostat=iostat, iomsg=iomsg) values
    do i = n, 1, -1
      call dtv%add(values(i))
    end do
  end subroutine
  subroutine save_pair(dtv, unit, iostat, iomsg)
    class(pair), intent(in) :: dtv
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, iostat=iostat, iomsg=iomsg) dtv%left, dtv%weight, dtv%right
  end subroutine
  subroutine load_pair(dtv, unit, iostat, iomsg)
    class(pair), intent(inout) :: dtv
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    read (unit, iostat=iostat, iomsg=iomsg) dtv%left, dtv%weight, dtv%right
  end subroutine
end module

program unformatted
  use chains
  implicit none
  type(chain) :: a, b, c(2)
  type(pair) :: p, q
  integer :: i, n, size_a
  character(80) :: message
  do i = 1, 5
    call a%add(i)
  end do
  call b%add(9)
  p%left = a
  p%right = b
  p%weight = 2.25

  open (12, status='scratch', form='unformatted')
  write (12) 42, a, b, 43
  write (12) [a, b]
  write (12) p
  rewind 12
  read (12) i, c, n
  print *, i, c(1)%total(), c(2)%total(), n
  read (12) c(2), c(1)
  print *, c(1)%total(), c(2)%total()
  read (12) q
  print *, q%left%total(), q%weight, q%right%total()
  read (12, iostat=i, iomsg=message) q
  print *, i, trim(message)
  rewind 12
  write (12) 1
  rewind 12
  read (12, iostat=i) p
  print *, i /= 0
  close (12)

  open (12, status='scratch', access='stream', form='unformatted')
  write (12) a, b
  inquire (12, pos=n)
  read (12, pos=1) c(1), c(2)
  print *, n, c(1)%total(), c(2)%total()
  close (12)
end program
