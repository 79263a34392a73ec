! A final procedure with an assumed-rank argument finalises scalars and arrays that have no final procedure for their own rank.
module m
  implicit none
  type t
    integer :: n = 0
  contains
    final :: end_any, end_matrix
  end type
  type, extends(t) :: u
    integer, allocatable :: values(:)
  end type
  type holder
    type(t) :: one = t(7), two(2) = [t(8), t(9)]
  end type
contains
  subroutine end_any(self)
    type(t), intent(inout) :: self(..)
    select rank (self)
    rank (0)
      print *, 'scalar', self%n
    rank (1)
      print *, 'rank 1', self%n
    rank default
      print *, 'rank', rank(self), shape(self)
    end select
  end subroutine
  subroutine end_matrix(self)
    type(t), intent(inout) :: self(:, :)
    print *, 'matrix', self%n
  end subroutine
  subroutine work()
    type(t) :: a, b(3)
    type(t), allocatable :: c(:), d(:, :), e(:, :, :)
    class(t), allocatable :: f, g(:)
    type(holder) :: h
    a%n = 1
    b%n = [2, 3, 4]
    print *, 'assignment'
    a = t(5)
    b(2:3) = [t(6), t(7)]
    print *, 'deallocation'
    allocate (c(2), d(1, 2), e(1, 1, 1))
    c%n = 10
    d%n = 20
    deallocate (c)
    deallocate (d)
    deallocate (e)
    allocate (u :: f)
    f%n = 30
    deallocate (f)
    allocate (u :: g(2))
    g%n = [31, 32]
    deallocate (g)
    print *, 'return'
    h%one%n = 40
  end subroutine
end module
program p
  use m
  call work()
end program
