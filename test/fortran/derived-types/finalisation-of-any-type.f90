! Final procedures of the values of CLASS(*) and CLASS(t) variables and components, wherever their lifetime ends.
module any_finals
  implicit none
  type :: t
    integer :: id = 0
  contains
    final :: t_end
  end type
  type, extends(t) :: u
    integer :: more = 0
  contains
    final :: u_end
  end type
  type :: holder
    class(*), allocatable :: any
    class(t), allocatable :: some
    type(u) :: own
  end type
contains
  impure elemental subroutine t_end(x)
    type(t), intent(inout) :: x
    print '(a,i0)', '   t ', x%id
  end subroutine
  impure elemental subroutine u_end(x)
    type(u), intent(inout) :: x
    print '(a,i0)', '   u ', x%id
  end subroutine
end module

program finalisation_of_any_type
  use any_finals
  implicit none
  integer :: k
  do k = 1, 3
    call locals(k)
  end do
  call loops
  call components
  call elements
  do k = 1, 5
    call jumps(k)
  end do
  call out
  call moved
contains
  subroutine fill(x, id)
    class(*), allocatable, intent(inout) :: x
    integer, intent(in) :: id
    allocate (u :: x)
    select type (x)
    class is (t)
      x%id = id
    end select
  end subroutine
  subroutine locals(k)
    integer, intent(in) :: k
    class(t), allocatable :: a
    class(*), allocatable :: b
    print *, 'locals', k
    allocate (u :: a)
    a%id = 10 + k
    call fill(b, 20 + k)
    if (k == 2) return
    block
      class(t), allocatable :: c
      class(*), allocatable :: d
      type(u) :: e
      allocate (t :: c)
      c%id = 30 + k
      call fill(d, 40 + k)
      e%id = 50 + k
      if (k == 3) return
      print *, 'end of block'
    end block
    print *, 'end of locals'
  end subroutine
  subroutine loops
    integer :: i
    do i = 1, 3
      block
        class(t), allocatable :: c
        type(t) :: e
        allocate (u :: c)
        c%id = 60 + i
        e%id = 70 + i
        if (i == 1) cycle
        if (i == 2) exit
      end block
    end do
    print *, 'end of loops'
    named: block
      class(*), allocatable :: d
      type(u) :: e
      e%id = 80
      allocate (d, source=e)
      print *, 'named'
      if (i > 0) exit named
      print *, 'not here'
    end block named
    print *, 'after named'
  end subroutine
  subroutine components
    type(holder) :: h
    call fill(h%any, 90)
    allocate (t :: h%some)
    h%some%id = 91
    h%own%id = 92
    print *, 'end of components'
  end subroutine
  subroutine elements
    type(holder), allocatable :: g(:)
    allocate (g(2))
    call fill(g(1)%any, 93)
    allocate (u :: g(2)%some)
    g(2)%some%id = 94
    g%own%id = 95
    print *, 'end of elements'
  end subroutine
  subroutine jumps(k)
    integer, intent(in) :: k
    integer :: n
    print *, 'jumps', k
    block
      type(t) :: outer
      outer%id = 100 + k
      n = 0
      block
        class(*), allocatable :: inner
        character(4) :: text = 'four'
        call fill(inner, 110 + k)
1       n = n + 1
        if (n == 1 .and. k == 1) goto 1
        select case (k)
        case (1)
          goto 2
        case (2)
          goto (2, 3) k
        case (3)
          read (text, '(i4)', err=3) n
        case (4)
          call other(*2, *3)
        case (5)
          if (k - 6) 3, 2, 2
        end select
      end block
2     print *, 'label 2'
    end block
3   print *, 'label 3'
  end subroutine
  subroutine other(*, *)
    return 2
  end subroutine
  subroutine out
    class(*), allocatable :: b
    type(holder) :: h
    call fill(b, 120)
    print *, 'out'
    call clear(b)
    print *, allocated(b)
    call fill(h%any, 121)
    call clear_holder(h)
    print *, allocated(h%any)
  end subroutine
  subroutine clear(x)
    class(*), allocatable, intent(out) :: x
  end subroutine
  subroutine clear_holder(x)
    type(holder), intent(out) :: x
  end subroutine
  subroutine moved
    type(u), allocatable :: from, to
    allocate (from, to)
    from%id = 130
    to%id = 131
    print *, 'moved'
    call move_alloc(from, to)
    print *, 'end of moved'
  end subroutine
end program
