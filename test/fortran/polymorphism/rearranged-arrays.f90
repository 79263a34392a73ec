! Arrays computed from polymorphic arrays keep the dynamic type. gfortran 12 loses it or rejects the program: the output follows
! the standard.
module m
  implicit none
  type b
    integer :: j = 0
  end type
  type, extends(b) :: k
    integer :: q = 0
  end type
  type, extends(b) :: s
    character(:), allocatable :: text
  end type
contains
  subroutine show(what, a)
    character(*), intent(in) :: what
    class(b), intent(in) :: a(:)
    integer :: i
    select type (a)
    type is (k); print *, what, ' k', a%j, a%q
    type is (s); print *, what, ' s', a%j, (a(i)%text, i = 1, size(a))
    class default; print *, what, ' lost', a%j
    end select
  end subroutine
  subroutine one(what, a)
    character(*), intent(in) :: what
    class(b), intent(in) :: a
    select type (a)
    type is (k); print *, what, ' k', a%j, a%q
    type is (s); print *, what, ' s', a%j, a%text
    class default; print *, what, ' lost', a%j
    end select
  end subroutine
  subroutine any(what, a)
    character(*), intent(in) :: what
    class(*), intent(in) :: a(:)
    select type (a)
    type is (integer); print *, what, ' integer', a
    type is (character(*)); print *, what, ' ', a
    type is (k); print *, what, ' k', a%j, a%q
    class default; print *, what, ' lost', size(a)
    end select
  end subroutine
  subroutine explicit(a)
    class(b), intent(in) :: a(2)
    select type (a)
    type is (k); print *, 'explicit k', a%q
    class default; print *, 'explicit lost', a%j
    end select
  end subroutine
  subroutine plain(a)
    type(b), intent(in) :: a(:)
    print *, 'plain', a%j
  end subroutine
end module
program p
  use m
  implicit none
  class(b), allocatable, target :: x(:), z(:), t(:), u(:,:), v
  class(b), pointer :: w(:), w2(:,:)
  class(*), pointer :: n(:)
  class(*), allocatable :: star
  class(*), allocatable :: y(:), c(:), y2(:)
  type(k), target :: fixed(4)
  type(b) :: declared(2)
  integer :: i
  allocate (x, source=[k(1, 10), k(2, 20), k(3, 30)])
  allocate (t(2), source=[(s(i, repeat('x', i)), i = 1, 2)])
  allocate (y, source=[1, 2, 3])
  allocate (c, source=['ab', 'cd', 'ef'])
  call show('vector', x([3, 1]))
  call show('text', t([2, 1, 2]))
  call any('star', y([3, 1]))
  call any('characters', c([3, 1]))
  call any('class', x([2, 2]))
  call explicit(x([3, 1]))
  call explicit(x(1:3:2))
  call plain(x([3, 1]))
  z = pack(x, [.true., .false., .true.])
  call show('pack', z)
  call show('vector of pack', pack(x, [.false., .false., .true.], x))
  call show('cshift', cshift(x, 1))
  call show('eoshift', eoshift(x, -1, x(3)))
  call show('unpack', unpack(x, [.true., .false., .true., .true.], x(1)))
  call show('merge', merge(x, x(3:1:-1), [.true., .false., .false.]))
  call show('merge text', merge(t, t([2, 1]), [.true., .false.]))
  call show('text cshift', cshift(t, 1))
  u = reshape(x, [2, 2], pad=x)
  call show('reshape', u(:, 2))
  u = transpose(u)
  call show('transpose', u(:, 2))
  u = spread(x, 1, 2)
  call show('spread', u(2, :))
  call show('spread scalar', spread(x(2), 1, 2))
  call show('parentheses', (x))
  z = (x([2, 3]))
  call show('assigned', z)
  call one('merge scalar', merge(x(1), x(3), size(x) < 2))
  v = merge(x(1), x(3), size(x) > 2)
  call one('assigned scalar', v)
  call one('scalar parentheses', (x(2)))
  declared = cshift(x(:2), 1)
  print *, declared%j
  select type (a => pack(x, x%j > 1))
  type is (k); print *, 'select', a%q
  class default; print *, 'select lost'
  end select
  allocate (w, source=cshift(x, 2))
  call show('source', w)
  deallocate (w)
  call any('star cshift', cshift(y, 1))
  call any('star merge', merge(c, c(3:1:-1), [.true., .false., .false.]))
  y2 = pack(c, [.true., .false., .true.])
  call any('star pack', y2)
  call any('star parentheses', (y))
  w => x
  call show('whole', w)
  w => x(3:1:-2)
  call show('section', w)
  n => x
  call any('to star', n)
  n => fixed(2:)
  print *, same_type_as(n, fixed), size(n)
  w => fixed
  print *, same_type_as(w, fixed), same_type_as(w(2:3), x)
  w2(1:2, 1:2) => fixed
  print *, same_type_as(w2, fixed), shape(w2)
  w(0:) => x
  print *, lbound(w), same_type_as(w, x)
  n => w
  print *, same_type_as(n, x)
  w => fixed(:)
  fixed%q = [4, 3, 2, 1]
  call show('type', w)
  call change((x(1)), (x))
  call one('unchanged', x(1))
  allocate (star, source=merge(y(1), y(2), size(y) < 2))
  call scalar_star('merge star', star)
  call scalar_star('merge star argument', merge(y(1), y(2), size(y) < 2))
  call scalar_star('parentheses', (c(2)))
  call scalar_star('parentheses of class', (x(2)))
contains
  subroutine change(a, z)
    class(b) :: a, z(:)
    a%j = 99
    z%j = 98
    call one('changed', a)
  end subroutine
  subroutine scalar_star(what, a)
    character(*), intent(in) :: what
    class(*), intent(in) :: a
    select type (a)
    type is (integer); print *, what, a
    type is (character(*)); print *, what, ' ', a
    type is (k); print *, what, a%j, a%q
    class default; print *, what, ' lost'
    end select
  end subroutine
end program
