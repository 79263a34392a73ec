module m6
  implicit none
  type tree
    integer :: v
    type(tree), allocatable :: l, r
  end type
  integer :: depth = 0
contains
  recursive subroutine ins(t, v)
    type(tree), allocatable, intent(inout) :: t
    integer, intent(in) :: v
    if (.not. allocated(t)) then
      allocate (t)
      t%v = v
    else if (v < t%v) then
      call ins(t%l, v)
    else
      call ins(t%r, v)
    end if
  end subroutine
  recursive subroutine show(t)
    type(tree), allocatable, intent(in) :: t
    if (.not. allocated(t)) return
    call show(t%l)
    print *, t%v
    call show(t%r)
  end subroutine
  impure elemental function noisy(i) result(r)
    integer, intent(in) :: i
    integer :: r
    depth = depth + 1
    r = i * depth
  end function
end module
program e6
  use m6
  implicit none
  type(tree), allocatable :: t, u
  integer :: k(5) = [3, 1, 4, 1, 5], i
  real, parameter :: pi = acos(-1.0)
  real(8), parameter :: arr(3) = [(sin(i * 0.5d0), i = 1, 3)]
  integer, parameter :: fact5 = product([(i, i = 1, 5)])
  character(*), parameter :: fmt = '(a, ' // '3f8.4)'
  logical, parameter :: yes = any([.true., .false.])
  integer(kind=selected_int_kind(12)) :: wide = 10_8**12
  do i = 1, 5
    call ins(t, k(i))
  end do
  call show(t)
  u = t
  u%v = 100
  print *, t%v, u%v, u%l%v
  print *, noisy([1, 1, 1])
  print *, pi, fact5, yes, wide
  print fmt, 'sin', arr
  write (*, '(2(i0, 1x), a)') size(k), maxloc(k, 1), 'done'
  call characters_and_bits
contains
  ! Only blanks are moved and added; bits stay within their kind.
  subroutine characters_and_bits
    character, parameter :: tab = achar(9)
    character(2), parameter :: c(3) = [adjustl(tab//'a'), max('a', 'a'//tab), min('a', 'a'//tab)]
    logical, parameter :: in_order(4) = [lge('a'//tab, 'a'), lgt('a'//tab, 'a'), lle('a ', 'a'), llt('a'//tab, 'a')]
    integer(8), parameter :: i(4) = [int(ibclr(-1, 31), 8), int(ibclr(-1_1, 7), 8), int(not(0), 8), int(dim(5, 7), 8)]
    print *, iachar(c(:)(1:1)), iachar(c(:)(2:2))
    print *, in_order, i
  end subroutine
end program
