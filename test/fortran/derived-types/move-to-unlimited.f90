! MOVE_ALLOC into CLASS(*) from a variable with a declared type: a derived type, CLASS, numbers, characters, another CLASS(*).
module things
  type base
    integer :: i = 0
  end type
  type, extends(base) :: wider
    integer :: j = 0
  end type
contains
  subroutine tell(x)
    class(*), allocatable, intent(in) :: x
    if (.not. allocated(x)) then
      print *, 'nothing'
      return
    end if
    select type (x)
    type is (wider)
      print *, 'wider', x%i, x%j
    type is (base)
      print *, 'base', x%i
    type is (integer)
      print *, 'integer', x
    type is (character(*))
      print *, 'characters ', x, len(x)
    class default
      print *, 'something else'
    end select
  end subroutine
end module

program p
  use things
  implicit none
  type(base), allocatable :: b
  class(base), allocatable :: c
  integer, allocatable :: i
  character(:), allocatable :: s
  class(*), allocatable :: u, v

  allocate(b)
  b%i = 7
  call move_alloc(b, u)
  call tell(u)
  print *, allocated(b)
  allocate(c, source=wider(1, 2))
  call move_alloc(c, u)
  call tell(u)
  print *, allocated(c)
  i = 5
  call move_alloc(i, u)
  call tell(u)
  s = 'four'
  call move_alloc(s, u)
  call tell(u)
  print *, allocated(s)
  call move_alloc(u, v)
  call tell(u)
  call tell(v)
  ! An unallocated source leaves the target unallocated.
  call move_alloc(b, v)
  call tell(v)
end program
