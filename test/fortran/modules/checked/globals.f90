! Module data shared by procedures: arrays, derived types with defaults, allocatables, counters, initialisation order.
module settings
  implicit none
  type config
    character(10) :: title = 'untitled'
    integer :: width = 80
    logical :: verbose = .false.
  end type
  type(config), save :: current = config(width=100)
  real, allocatable :: cache(:)
  integer, private :: k
  integer, parameter :: table(5) = [(k*k, k = 1, 5)]
  character(*), parameter :: names(3) = ['one  ', 'two  ', 'three']
  integer :: hits = 0, misses = 0
contains
  real function cached(i)
    integer, intent(in) :: i
    if (.not. allocated(cache)) then
      allocate (cache(10))
      cache = -1
    end if
    if (cache(i) < 0) then
      misses = misses + 1
      cache(i) = sqrt(real(i))
    else
      hits = hits + 1
    end if
    cached = cache(i)
  end function
end module
module reporting
  use settings
  implicit none
  private :: line
contains
  subroutine report()
    print *, line(), trim(current%title), current%width, current%verbose
  end subroutine
  function line()
    character(5) :: line
    line = repeat('=', 5)
  end function
end module
program globals
  use reporting
  implicit none
  integer :: i
  call report()
  current%title = 'demo'
  current = config(current%title, 40, .true.)
  call report()
  do i = 1, 3
    print '(2f8.4)', cached(i), cached(i)
  end do
  print *, hits, misses, table, len(names), trim(names(2)), size(names)
end program
