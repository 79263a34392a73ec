! Absent optional dummies, and unallocated variables, as optional arguments of intrinsic procedures: absent there, too (Fortran
! 2018, 15.5.2.12). gfortran 12 reads absent arguments: the output follows the standard.
module m
  use iso_c_binding
contains
  integer function place(s, t, b)
    character(*), intent(in) :: s, t
    logical, intent(in), optional :: b
    place = 100*index(s, t, b) + 10*scan(s, t, back=b) + verify(s, t, b)
  end function
  function places(s, t, b) result(n)
    character(*), intent(in) :: s(:), t
    logical, intent(in), optional :: b(:)
    integer :: n(size(s))
    n = index(s, t, b)
  end function
  integer function most(a, b, c, d)
    integer, intent(in) :: a, b
    integer, intent(in), optional :: c, d
    most = max(a, b, c, d)*100 + min(a, b, c, d)
  end function
  function mosts(a, b, c) result(r)
    real, intent(in) :: a(:), b
    integer, intent(in), optional :: c(:)
    real :: r(size(a))
    r = min(a, b, real(c))
  end function
  function pair(x, y) result(z)
    real, intent(in) :: x
    integer, intent(in), optional :: y
    complex :: z
    z = cmplx(x, y)
  end function
  function pairs(x, y) result(z)
    real, intent(in) :: x(:)
    real, intent(in), optional :: y(:)
    complex(8) :: z(size(x))
    z = cmplx(x, y, 8)
  end function
  function table(x, o, p) result(t)
    integer, intent(in) :: x(:)
    integer, intent(in), optional :: o(:), p(:)
    integer :: t(2, 3)
    t = reshape(x, [2, 3], pad=p, order=o)
  end function
  function packed(x, k, v) result(t)
    integer, intent(in) :: x(:)
    logical, intent(in) :: k(:)
    integer, intent(in), optional :: v(:)
    integer, allocatable :: t(:)
    t = pack(x, k, v)
  end function
  function found(x, k, b) result(n)
    integer, intent(in) :: x(:)
    logical, intent(in), optional :: k(:), b
    integer :: n(4)
    n = [minloc(x, k, back=b), maxloc(x, 1, k, back=b), findloc(x, 3, mask=k, back=b), sum(x, k)]
  end function
  integer function kinds(p, r, x)
    integer, intent(in), optional :: p, r, x
    kinds = selected_real_kind(p, r, x)
  end function
  logical function same(a, b)
    type(c_ptr), intent(in) :: a
    type(c_ptr), intent(in), optional :: b
    same = c_associated(a, b)
  end function
  logical function points(a, b)
    integer, pointer, intent(in) :: a
    integer, target, intent(in), optional :: b
    points = associated(a, b)
  end function
  function shifted(x, b, d) result(y)
    integer, intent(in) :: x(:,:)
    integer, intent(in), optional :: b, d
    integer :: y(size(x,1), size(x,2))
    y = eoshift(x, 1, b, d) + 100*cshift(x, 1, d)
  end function
  subroutine environment(value, n, s, t)
    character(*), intent(out), optional :: value
    integer, intent(out), optional :: n, s
    logical, intent(in), optional :: t
    call get_environment_variable('NO_SUCH_NAME', value, n, s, t)
    call get_command_argument(7, value, n)
  end subroutine
  subroutine clock(d, v, c, r)
    character(*), intent(out), optional :: d
    integer, intent(out), optional :: v(:), c, r
    call date_and_time(date=d, values=v)
    call system_clock(c, r)
  end subroutine
  subroutine seed(n, p, g)
    integer, intent(inout), optional :: n, p(:), g(:)
    call random_seed(n, p, g)
  end subroutine
end module
program p
  use m
  integer, target :: i = 3
  integer, pointer :: q
  integer, allocatable :: none, nones(:), order(:)
  logical, allocatable :: truth, truths(:)
  character(4) :: text = 'same'
  integer :: n, s, v(8), g(33)
  print *, place('abcab', 'b'), place('abcab', 'b', .true.), place('abcab', 'b', truth)
  print *, places(['abab', 'bbba'], 'b'), places(['abab', 'bbba'], 'b', [.true., .false.]), index('abab', 'b', truth)
  print *, most(4, 2), most(4, 2, 9), most(4, 2, d=1), most(4, 2, none, 7), max(1, 5, none)
  print *, mosts([1., 5.], 4.), mosts([1., 5.], 4., [0, 2]), min([1, 5], 4, nones)
  print '(*(f4.1))', pair(1.5), pair(1.5, 2), pairs([1., 2.]), pairs([1., 2.], [3., 4.]), cmplx(1., none)
  print *, table([1, 2, 3, 4, 5, 6]), table([1, 2, 3, 4, 5, 6], [2, 1]), table([1, 2, 3], p=[8, 9])
  print *, reshape([1, 2, 3, 4], [2, 2], nones, order)
  print *, packed([1, 2, 3], [.true., .false., .true.]), packed([1, 2, 3], [.true., .false., .true.], [7, 8, 9, 10])
  print *, pack([1, 2, 3], [.false., .true., .true.], nones)
  print *, found([3, 1, 3, 1]), found([3, 1, 3, 1], b=.true.), found([3, 1, 3, 1], [.false., .true., .true., .true.])
  print *, found([3, 1, 3, 1], truths), minloc([3, 1, 3, 1], truths, back=truth), sum([1, 2], truths), count([.true., .false.])
  print *, kinds(10), kinds(r=100), kinds(6, 30, 2), kinds(p=40), selected_real_kind(6, none)
  print *, same(c_loc(i)), same(c_loc(i), c_null_ptr), same(c_loc(i), c_loc(i))
  q => i
  print *, points(q), points(q, i), points(q, v(1))
  print *, shifted(reshape([1, 2, 3, 4], [2, 2])), shifted(reshape([1, 2, 3, 4], [2, 2]), 9, 2)
  n = -1; s = -1
  call environment()
  call environment(text, n)
  print *, text, n
  call environment(s=s)
  print *, s
  v = 0
  call clock()
  call clock(v=v)
  print *, v(1) > 2000
  call clock(c=n, r=s)
  print *, s > 0
  call seed()
  call seed(n)
  call seed(g=g)
  print *, n, ishftc(1, 1, none)
end program
