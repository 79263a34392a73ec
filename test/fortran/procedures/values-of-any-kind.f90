! Dummies with VALUE are copies: arrays, characters of any length, and polymorphic objects (Fortran 2018, 8.5.18).
module m
  type t
    integer :: i = 7
  end type
  type, extends(t) :: e
    integer :: j = 8
    character(:), allocatable :: text
  end type
contains
  subroutine shape_of_actual(a)
    integer, value :: a(:)
    a = a + 1
    print *, a
  end subroutine
  subroutine explicit(n, a)
    integer, value :: n
    integer, value :: a(n)
    a(1) = -a(1)
    print *, a, f(a)
  end subroutine
  integer function f(a)
    integer, value :: a(:)
    a = a*2
    f = sum(a)
  end function
  subroutine text(c)
    character(*), value :: c
    c(1:1) = 'X'
    print *, c, len(c)
  end subroutine
  subroutine texts(c)
    character(*), value :: c(:)
    c(2) = 'YZ'
    print *, c
  end subroutine
  subroutine object(a)
    class(t), value :: a
    a%i = a%i + 1
    select type (a)
    type is (e)
      a%text = a%text // '!'
      print *, a%i, a%j, a%text
    class default
      print *, a%i
    end select
  end subroutine
  subroutine objects(a)
    class(t), value :: a(:)
    a%i = a%i + 1
    select type (a)
    type is (e); a(1)%text = 'none'; print *, a%i, a%j, a(1)%text
    class default; print *, a%i
    end select
  end subroutine
  subroutine any(a)
    class(*), value :: a
    select type (a)
    type is (integer); a = a + 1; print *, 'integer', a
    type is (character(*)); a = 'changed'; print *, a
    type is (e); a%text = 'any'; print *, a%i, a%text
    end select
  end subroutine
  subroutine maybe(a)
    integer, value, optional :: a(:)
    if (present(a)) then
      a = 0
      print *, a
    else
      print *, 'absent'
    end if
  end subroutine
  subroutine pass_on(a)
    integer, optional :: a(:)
    call maybe(a)
  end subroutine
end module
program p
  use m
  integer :: q(3) = [1, 2, 3], i = 4
  character(5) :: c = 'abcde', d(2) = 'abcde'
  type(e) :: x, y(2)
  class(t), allocatable :: z
  x%text = 'text'; y(1)%text = 'one'; y(2)%text = 'two'
  call shape_of_actual(q)
  call shape_of_actual(q(3:1:-1))
  call shape_of_actual([5, 6])
  call explicit(3, q)
  call explicit(2, q(2:))
  call text(c)
  call text(c(2:3))
  call text('literal')
  call texts(d)
  call object(x)
  call object(t(1))
  call object(e(1, 2, 'made'))
  allocate (z, source=x)
  call object(z)
  call objects(y)
  call any(i)
  call any(c)
  call any(x)
  call any(z)
  call any(5)
  call maybe(q)
  call maybe()
  call pass_on()
  call pass_on(q)
  print *, q, i, c, d, x%i, x%text, y%i, y(1)%text, z%i
end program
