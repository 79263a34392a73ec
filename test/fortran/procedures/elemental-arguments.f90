! Elemental procedures: absent arguments, arguments that overlap the target, and functions that read the target.
module shared
  implicit none
  real :: level(4) = [1.0, 2.0, 3.0, 4.0]
contains
  elemental real function centred(x)
    real, intent(in) :: x
    centred = x - sum(level) / size(level)
  end function
  elemental integer function scaled(n, by, plus) result(r)
    integer, intent(in) :: n
    integer, intent(in), optional :: by, plus
    r = n
    if (present(by)) r = r * by
    if (present(plus)) r = r + plus
  end function
  elemental subroutine twice(from, to)
    integer, intent(in) :: from
    integer, intent(out) :: to
    to = 2 * from
  end subroutine
end module

module counters
  implicit none
  type :: counter
    integer :: n = 0
  end type
  interface assignment(=)
    module procedure take
  end interface
contains
  elemental subroutine take(a, b)
    type(counter), intent(out) :: a
    type(counter), intent(in) :: b
    a%n = b%n + 100
  end subroutine
end module

program elemental_arguments
  use shared
  use counters
  implicit none
  integer :: a(5) = [1, 2, 3, 4, 5], i
  integer, allocatable :: none, many(:)
  integer, pointer :: nowhere(:)
  type(counter) :: c(4)
  real :: own(3) = [3.0, 6.0, 9.0]

  nullify (nowhere)
  call with_optional(a)
  call with_optional(a, 3)
  call with_optional(a, 3, [10, 20, 30, 40, 50])
  print *, scaled(a, none)
  print *, scaled(a, plus=many)
  print *, scaled(a, nowhere, 1)
  allocate (none, many(5))
  none = 2
  many = [5, 4, 3, 2, 1]
  print *, scaled(a, none, many)

  level = centred(level)
  print '(4f6.2)', level
  own = share(own)
  print '(3f6.3)', own

  call twice((a(1:4)), a(2:5))
  print *, a
  call twice(a(5:1:-1) + 1, a)
  print *, a
  call twice(scaled(a(1:3), 2), a(3:5))
  print *, a

  do i = 1, 4
    c(i)%n = i
  end do
  c = c([3, 1, 4, 2])
  print *, c%n
  c(4:2:-1) = c(1:3)
  print *, c%n
contains
  subroutine with_optional(n, by, plus)
    integer, intent(in) :: n(:)
    integer, intent(in), optional :: by, plus(:)
    print *, scaled(n, by, plus)
  end subroutine
  elemental real function share(x)
    real, intent(in) :: x
    share = x / sum(own)
  end function
end program
