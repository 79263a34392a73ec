! flags: -fdefault-integer-8
! Default INTEGER and LOGICAL have kind 8: declarations, constants, results of intrinsic functions, storage and text.
module counts
  use iso_c_binding, only: c_int
  use iso_fortran_env, only: int32
  implicit none
  integer, parameter :: large = 3000000000
  integer(int32) :: small = 7
  integer(c_int) :: from_c = 9
  integer :: row(4) = [4, 3, 2, 1]
  logical :: mask(4) = [.true., .false., .true., .true.]
  enum, bind(c)
    enumerator :: red = 1, green
  end enum
  interface show
    procedure show_4, show_8
  end interface
contains
  subroutine show_4(n)
    integer(4), intent(in) :: n
    print *, 'four', n
  end subroutine
  subroutine show_8(n)
    integer(8), intent(in) :: n
    print *, 'eight', n
  end subroutine
end module

program default_integer_8
  use counts
  implicit none
  integer :: n, m(2, 3), seed_size, status, length, i, values(8), place(2)
  integer, allocatable :: seed(:)
  logical :: l
  character(12) :: text
  character(:), allocatable :: deferred
  real :: x
  namelist /group/ n, l, row
  common /block/ n, m, x
  integer :: words(9), halves(18)
  integer(4) :: parts(2)
  equivalence (words, parts)
  common /other/ words
  call show(large)
  call show(small)
  call show(from_c)
  call show(red)
  call show(1)
  call show(1_4)
  call show(size(row))
  call show(size(row, kind=4))
  call show(len('abc'))
  call show(popcnt(255_4))
  call show(int(2.5))
  call show(nint(2.5))
  call show(ichar('a'))
  call show(kind(l))
  call show(max1(2.5, 3.5))
  print *, large * 2, small, mask, 1 > 2, [1, 2, 3]
  print *, huge(n), bit_size(n), range(n), selected_int_kind(12), digits(1)
  print '(i0,1x,l1,1x,z0,1x,b0)', large, .true., -1, 5
  print *, storage_size(n), storage_size(l), storage_size('a'//'b'), sizeof(row)
  print *, maxloc(row), minloc(row, 1), findloc(row, 3), shape(m), lbound(m), ubound(m, 2), count(mask)
  print *, any(mask), all(mask), pack(row, mask), merge(row, 0, mask), iand(row, 6), not(0), ishft(1, 40)
  print *, count(spread(mask, 2, 2), 1), any(spread(mask, 2, 2), 2), parity(mask), sum(row), product([large, 2])
  print *, index('hello', 'l'), scan('hello', 'lo'), verify('aab', 'a'), len_trim('ab  '), leadz(1), trailz(8)
  print *, dot_product(row, row), matmul(reshape(row, [2, 2]), row(1:2)), transfer(1.0, 1_4), ibset(0, 35)
  print *, cshift(row, 1), eoshift(row, 1), floor(-2.5), ceiling(2.1), mod(large, 7), modulo(-7, 3), sign(4, -2)
  print *, count([1, 2, 3] == [1, 5, 3]), (row(i), i = 1, 3), 2**40, achar(65), repeat('ab', 2), exponent(8.0)
  n = 5
  m = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  do i = 1, 3
    n = n + m(1, i)
  end do
  select case (n)
  case (:10)
    print *, 'low'
  case (14)
    print *, 'fourteen', n
  case default
    print *, 'else', n
  end select
  l = n > 3 .and. mask(2)
  where (mask .and. row > 1) row = -row
  print *, l, row, mask .or. .true._1, l .eqv. .false., .not. l
  write (*, nml=group)
  text = '  17  T'
  read (text, *) n, l
  print *, n, l
  write (text, '(i12)') large
  read (text, '(i12)', iostat=status) i
  print *, i, status
  inquire (unit=6, number=i)
  inquire (iolength=length) m, l
  print *, i, length
  words = 0
  parts = [1, 2]
  print *, words(1), storage_size(words), transfer(words(1), halves(1:1))
  call random_seed(size=seed_size)
  allocate (seed(seed_size))
  seed = 4
  call random_seed(put=seed)
  call random_seed(get=seed)
  print *, all(seed == 4)
  call date_and_time(values=values)
  print *, values(1) > 2000, command_argument_count()
  call system_clock(i, n)
  print *, i > 0, n
  call get_environment_variable('NO_SUCH_NAME', text, length, status)
  print *, length, status
  call get_command_argument(4, text, length, status)
  print *, length, status > 0
  call mvbits(5, 0, 3, i, 60)
  deferred = text(1:len_trim('abc'))
  print *, len(deferred), twice(3), external_sum(4, row), loc_of([9, 8])
  place = maxloc(m)
  print *, place
  do concurrent (i = 1:2)
    place(i) = i
  end do
  print *, place, [integer(4) :: 1, 2], [(i * 1000000000, i = 1, 4)]
  forall (i = 1:4, mask(i)) row(i) = i
  print *, row
contains
  pure integer function twice(k)
    integer, intent(in) :: k
    twice = 2 * k * merge(1, 0, k > 0)
  end function
  integer function loc_of(list)
    integer, intent(in) :: list(:)
    loc_of = ubound(list, 1) * 1000000000
  end function
  function external_sum(k, list) result(total)
    integer, value :: k
    integer, intent(in) :: list(k)
    integer :: total
    total = sum(list)
  end function
end program
