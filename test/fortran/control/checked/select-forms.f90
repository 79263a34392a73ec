! SELECT CASE on integers, characters and logicals with ranges, empty blocks, nesting and EXIT; SELECT TYPE with all guards.
module kinds_of
  implicit none
  type :: base
    integer :: n = 1
  end type
  type, extends(base) :: mid
    real :: r = 2.5
  end type
  type, extends(mid) :: leaf
    character(3) :: s = 'abc'
  end type
  type, extends(base) :: side
  end type
end module
program select_forms
  use kinds_of
  implicit none
  integer :: i
  type(side) :: s
  type(leaf) :: l
  class(base), allocatable :: b
  class(*), allocatable :: any
  do i = -2, 12
    select case (i)
    case (:-1)
      write (*, '(a)', advance='no') 'neg '
    case (0)
    case (1, 3, 5:6)
      write (*, '(a)', advance='no') 'some '
    case (10:)
      write (*, '(a)', advance='no') 'many '
    case default
      write (*, '(a)', advance='no') 'rest '
    end select
  end do
  print *
  print *, grade('apple'), grade('m'), grade('mzz'), grade('zebra'), grade('  '), grade('A')
  outer: select case (mod(7, 4) == 3)
  case (.true.)
    inner: do i = 1, 5
      select case (i*i)
      case (9)
        exit inner
      case (16:)
        exit outer
      end select
    end do inner
    print *, 'i is', i
    if (i == 3) exit outer
    print *, 'not here'
  case (.false.)
    print *, 'nor here'
  end select outer
  call tell(base(4))
  call tell(mid(5, 1.5))
  call tell(s)
  call tell(l)
  call what(3)
  call what(2.5d0)
  call what('text')
  call what(l)
  call what((1., 2.))
  call what(.true.)
  allocate (leaf :: b)
  select type (b)
  class is (mid)
    b%r = 7
    b%n = 70
  end select
  call tell(b)
  any = b
  call what(any)
  any = 'longer text'
  call what(any)
  select type (item => any)
  type is (character(*))
    item(1:1) = 'L'
    print *, item, len(item)
  end select
contains
  character(6) function grade(word)
    character(*), intent(in) :: word
    select case (word)
    case ('a':'lzzz')
      grade = 'early'
    case ('m', 'n')
      grade = 'exact'
    case ('o':)
      grade = 'late'
    case (:' ')
      grade = 'blank'
    case default
      grade = 'other'
    end select
  end function
  subroutine tell(x)
    class(base), intent(in) :: x
    select type (x)
    type is (base)
      print *, 'base', x%n
    class is (leaf)
      print *, 'leaf ', x%s, x%r, x%n
    class is (mid)
      print *, 'mid', x%r, x%n
    class default
      print *, 'another', x%n
    end select
  end subroutine
  subroutine what(x)
    class(*), intent(in) :: x
    select type (x)
    type is (integer)
      print *, 'integer', x
    type is (double precision)
      print *, 'double', x
    type is (character(*))
      print *, 'character', len(x), ' ', x
    type is (complex)
      print *, 'complex', real(x), x%im
    class is (base)
      call tell(x)
    class default
      print *, 'something else'
    end select
  end subroutine
end program
