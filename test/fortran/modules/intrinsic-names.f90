! A module of the program with an intrinsic module's name, generic procedures distinguished by ALLOCATABLE and POINTER,
! constants found by INDEX, SCAN and VERIFY, labels on the ends of constructs.
module iso_c_binding
  implicit none
  integer, parameter :: c_int = 77
end module

module tell
  implicit none
  interface what
    procedure what_allocatable, what_pointer
  end interface
contains
  character(11) function what_allocatable(x)
    integer, allocatable, intent(in) :: x
    what_allocatable = 'allocatable'
  end function
  character(11) function what_pointer(x)
    integer, pointer :: x
    what_pointer = 'pointer'
  end function
end module

subroutine real_one
  use, intrinsic :: iso_c_binding, only: c_int, c_int128_t
  print *, c_int, c_int128_t
end subroutine

program intrinsic_names
  use iso_c_binding, own => c_int
  use tell
  use, intrinsic :: iso_fortran_env, only: stat_stopped_image, atomic_int_kind
  implicit none
  character(*), parameter :: text = 'abracadabra'
  integer, parameter :: first(*) = index(text, ['a', 'b', 'z']), last = index(text, 'abra', .true.)
  integer, parameter :: both(*) = index(text, 'a', [.false., .true.])
  integer, parameter :: scanned(*) = scan(text, 'cd', back=[.false., .true.]), other = verify(text, 'abr')
  integer, allocatable :: a
  integer, pointer :: p
  character(:), allocatable :: names(:)
  integer :: i
  print *, own, stat_stopped_image, atomic_int_kind
  call real_one
  print *, what(a), ' ', what(p)
  print *, first, last, both, scanned, other
  do i = 1, 4
    select case (i)
    case (1)
      goto 10
    case (2:3)
      if (i == 3) goto 10
      print *, 'two'
    case default
      print *, 'four'
10  end select
    associate (k => i * i)
      if (k > 4) goto 20
      print *, 'k', k
20  end associate
    block
      if (i == 2) goto 30
      print *, 'not two'
30  end block
  end do
  names = ['ab ', 'cde']
  names = '<' // names // '>'
  names = names(2:1:-1) // '!'
  print *, names, len(names)
  call pass(fixed())
contains
  subroutine pass(s)
    character(:), pointer, intent(in) :: s
    print *, s, len(s)
  end subroutine
  function fixed() result(s)
    character(:), pointer :: s
    character(5), target, save :: kept = 'fixed'
    s => kept
  end function
end program
