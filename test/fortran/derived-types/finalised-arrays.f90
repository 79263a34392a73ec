! Finalisation in assignments (Fortran 2018, 7.5.6.3): the variable's old value, once the new value is known, and no
! temporaries. The .out is written by hand: GNU Fortran 12 does not finalise polymorphic variables, but finalises temporaries.
module finals
  implicit none
  type :: t
    integer :: id = 0
    integer, allocatable :: held(:)
  contains
    final :: end_t
  end type
  type, extends(t) :: u
  contains
    final :: end_u, end_many_u
  end type
  type :: box
    type(t), allocatable :: in
  end type
  type :: poly
    class(*), allocatable :: in, many(:)
  end type
contains
  impure elemental subroutine end_t(x)
    type(t), intent(inout) :: x
    print '(a, i0)', 'end t ', x%id
  end subroutine
  subroutine end_u(x)
    type(u), intent(inout) :: x
    print '(a, i0)', 'end u ', x%id
  end subroutine
  subroutine end_many_u(x)
    type(u), intent(inout) :: x(:)
    print '(a, *(1x, i0))', 'end many u', x%id
  end subroutine
end module
program p
  call run
contains
  subroutine run
    use finals
    class(t), allocatable, save :: a(:), b(:)
    class(*), allocatable, save :: s(:)
    type(t), allocatable, save :: x(:)
    type(t), save :: y(2), one
    type(u), save :: z(2)
    type(box), save :: c(2)
    type(poly), save :: q, q2
    class(poly), allocatable, save :: qa(:)
    integer :: i
    print '(a)', '# constructor for an array without elements'
    a = [t(1), t(2)]
    print '(a)', '# the same shape'
    a = [t(3), t(4)]
    print '(a)', '# itself'
    a = a
    print '(a)', '# turned'
    a = a(2:1:-1)
    print '(a)', '# longer'
    a = [a, t(5)]
    print '(a)', '# another type'
    allocate (u :: b(3))
    b%id = [6, 7, 8]
    a = b
    print '(a)', '# its own element'
    a = a(2)
    print '(a)', '# back'
    a = t(9)
    print '(a)', '# any type'
    s = b
    s = [1, 2, 3]
    s = t(10)
    s = [t(11), t(12), t(13)]
    print '(a)', '# not polymorphic'
    x = [t(14), t(15)]
    x = x(2:1:-1)
    x = x(1)
    x([2, 1]) = x
    x([1]) = [t(16)]
    print '(a)', '# of a constant shape'
    y = [t(17), t(18)]
    z = [u(19), u(20)]
    z = z(2:1:-1)
    z([2, 1]) = z
    print '(a)', '# components'
    c = [box(t(21)), box(t(22))]
    c = c(2:1:-1)
    c(1) = box(t(23))
    q = poly(t(24), [u(25), u(26)])
    q2 = q
    q2 = poly(1, [1])
    qa = [q, q2]
    qa = [q2]
    print '(a)', '# in expressions'
    print '(*(i0, 1x))', ids([t(30), t(31)]), ids(pack([t(32), t(33)], [.true., .false.])), id_of(t(34))
    where ([.true., .false.]) y = [t(35), t(36)]
    forall (i = 1:2) y(i) = y(3 - i)
    print '(*(i0, 1x))', y%id
  end subroutine
  function ids(x)
    use finals
    type(t), intent(in) :: x(:)
    integer :: ids(size(x))
    ids = x%id
  end function
  integer function id_of(x)
    use finals
    class(t), intent(in) :: x
    id_of = x%id
  end function
end program
