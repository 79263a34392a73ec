! Assignment to allocatable polymorphic arrays (Fortran 2018, 10.2.1.3): values, dynamic types, bounds and shapes, even if the
! value refers to the target. The .out is written by hand: GNU Fortran 12 keeps the bounds of a target whose dynamic type
! changes, and the old elements' contents if a scalar is assigned.
module shapes
  implicit none
  type :: t
    integer :: id = 0
    integer, allocatable :: held(:)
  end type
  type, extends(t) :: u
    character(:), allocatable :: name
  end type
contains
  function make(n) result(r)
    integer, intent(in) :: n
    class(t), allocatable :: r(:)
    integer :: i
    allocate (u :: r(n))
    do i = 1, n
      r(i)%id = 10*i
      r(i)%held = [i, i + 1]
      select type (r)
      type is (u)
        r(i)%name = repeat(achar(96 + i), i)
      end select
    end do
  end function
  function plain(n) result(r)
    integer, intent(in) :: n
    type(t) :: r(n)
    integer :: i
    do i = 1, n
      r(i)%id = i
      r(i)%held = [100*i]
    end do
  end function
  subroutine show(what, a)
    character(*), intent(in) :: what
    class(*), allocatable, intent(in) :: a(:)
    integer :: i
    write (*, '(2a, i0, a, i0)', advance='no') what, ' ', lbound(a, 1), ':', ubound(a, 1)
    do i = lbound(a, 1), ubound(a, 1)
      select type (x => a(i))
      type is (t)
        write (*, '(a, i0, *(1x, i0))', advance='no') ' t ', x%id, x%held
      type is (u)
        write (*, '(3a, i0, *(1x, i0))', advance='no') ' u ', x%name, ' ', x%id, x%held
      type is (integer)
        write (*, '(a, i0)', advance='no') ' integer ', x
      type is (character(*))
        write (*, '(2a)', advance='no') ' ', x
      end select
    end do
    print '(a)', ''
  end subroutine
  subroutine show_t(what, a)
    character(*), intent(in) :: what
    class(t), allocatable, intent(in) :: a(:)
    class(*), allocatable :: any(:)
    allocate (any(lbound(a, 1):ubound(a, 1)), source=a)
    call show(what, any)
  end subroutine
end module

program p
  use shapes
  implicit none
  class(t), allocatable, target :: a(:)
  class(t), allocatable :: b(:)
  class(t), pointer :: first
  class(*), allocatable :: s(:), r(:)
  type(t), allocatable :: x(:)
  type(t) :: one, other, chosen
  integer, allocatable :: again(:)

  a = make(3)
  call show_t('result', a)
  a = a
  call show_t('itself', a)
  first => a(1)
  a = a(3:1:-1)
  call show_t('backwards', a)
  print '(a, i0, *(1x, i0))', 'first ', first%id, first%held
  a = a([2, 2, 1])
  call show_t('by subscripts', a)
  a = a(2:2)
  call show_t('one of them', a)
  a = plain(2)
  call show_t('other type', a)
  one%id = 7
  one%held = [7, 7]
  a = [a(2), a(1)]
  call show_t('constructor', a)
  a = [plain(1), one, t(8, [8])]
  call show_t('longer', a)

  allocate (b(-1:1), source=make(3))
  a = b
  call show_t('bounds of the value', a)
  deallocate (a)
  allocate (a(5:7), source=b)
  a = b(:)
  call show_t('bounds of its own', a)
  a = one
  call show_t('scalar', a)
  a(5)%held = [1, 2, 3, 4]
  a = a(5)
  allocate (again(4), source=-1)
  call show_t('element', a)
  a = make(3)
  a = a(2)
  call show_t('polymorphic element', a)
  a = (a)
  call show_t('in parentheses', a)

  s = [1, 2]
  call show('integers', s)
  s = s(2:1:-1)
  call show('turned', s)
  s = ['abc', 'def']
  call show('characters', s)
  s = ['longer']
  call show('longer ones', s)
  s = make(2)
  call show('structures', s)
  r = s
  call show('copied', r)
  s = s(2:2)
  call show('one', s)
  s = 'scalar'
  call show('a character', s)
  r = 5
  call show('an integer', r)
  r = one
  call show('a structure', r)
  r = r(2)
  call show('an element', r)

  x = plain(3)
  x = x(3)
  again = [again, again]
  call show_x('type')
  x([1, 3]) = x([3, 2])
  x(2)%held = [5]
  call show_x('elements')
  other%id = 4
  other%held = [4, 4, 4]
  chosen = merge(one, other, x(1)%id == 1)
  other%held = 0
  print '(a, i0, *(1x, i0))', 'chosen ', chosen%id, chosen%held
contains
  subroutine show_x(what)
    character(*), intent(in) :: what
    class(*), allocatable :: any(:)
    allocate (any(size(x)), source=x)
    call show(what, any)
  end subroutine
end program
