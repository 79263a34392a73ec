! flags: -finit-derived -finit-integer=42 -finit-real=Zero -finit-logical=TRUE -finit-character=65 -fdec-structure
! Components of local structures without initial values start with the flags' values; others do not.
module shapes
  type part
    integer :: n
    real :: x(2)
    character(3) :: name
  end type
  type, extends(part) :: whole
    logical :: flag
    integer :: given = 7
    type(part) :: parts(2)
    integer, allocatable :: list(:)
    complex :: z
    integer, pointer :: p => null()
  end type
end module

program init_derived
  use shapes
  implicit none
  structure /pair/
    integer(4) :: first = 8
    union
      map
        integer(4) :: x = 1600
        integer(4) :: y
      end map
      map
        integer(2) :: a, b, c, d, e, f
      end map
    end union
  end structure
  type(whole) :: w, row(2)
  record /pair/ r
  call show(w)
  call show(row(2))
  print *, r%first, r%x, r%f
  r%f = 3
  call inside(3)
  call inside(1)
contains
  subroutine show(w)
    type(whole), intent(in) :: w
    print *, w%n, w%x, ' ', w%name, w%flag, w%given, allocated(w%list), associated(w%p), w%z
    print *, w%parts%n, w%parts(2)%x, ' ', w%parts%name
  end subroutine
  subroutine inside(n)
    integer, intent(in) :: n
    type(whole) :: mine
    type(part), save :: kept
    type(part) :: several(n)
    record /pair/ r
    call show(mine)
    print *, kept%n, kept%name, several%n, r%first, r%x, r%f
    mine%n = 1
    kept%n = n
    several%n = 2
    r%f = 9
  end subroutine
end program
