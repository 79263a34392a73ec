module pm
  implicit none
  interface operator(.cat.)
    module procedure cat_s
  end interface
  interface operator(.neg.)
    module procedure neg_i
  end interface
  interface operator(+)
    module procedure add_sl
  end interface
  interface swap
    procedure swap_i, swap_r
  end interface
  type pair
    integer :: a, b
  end type
  interface operator(<)
    module procedure less
  end interface
contains
  function cat_s(a, b) result(c)
    character(*), intent(in) :: a, b
    character(len(a) + len(b) + 1) :: c
    c = a // '+' // b
  end function
  integer function neg_i(i)
    integer, intent(in) :: i
    neg_i = -i
  end function
  function add_sl(a, l) result(r)
    character(*), intent(in) :: a
    logical, intent(in) :: l
    character(len=:), allocatable :: r
    r = a
    if (l) r = a // '!'
  end function
  logical function less(x, y)
    type(pair), intent(in) :: x, y
    less = x%a < y%a .or. (x%a == y%a .and. x%b < y%b)
  end function
  elemental subroutine swap_i(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a; a = b; b = t
  end subroutine
  subroutine swap_r(a, b)
    real, intent(inout) :: a, b
    real :: t
    t = a; a = b; b = t
  end subroutine
  function get_ptr(x, i) result(p)
    integer, target, intent(in) :: x(:)
    integer, intent(in) :: i
    integer, pointer :: p
    p => x(i)
  end function
  function evens(x) result(r)
    integer, intent(in) :: x(:)
    integer, allocatable :: r(:)
    r = pack(x, mod(x, 2) == 0)
  end function
  recursive function perms(n) result(c)
    integer, intent(in) :: n
    integer :: c
    integer :: w(n), i
    w = n
    c = 0
    if (n > 1) then
      do i = 1, 2
        c = c + perms(n - 1)
      end do
    end if
    c = c + sum(w)
  end function
end module
program t
  use pm
  implicit none
  integer, target :: x(5) = [1, 2, 3, 4, 5]
  integer, pointer :: p
  integer :: a(2) = [1, 2], b(2) = [3, 4], i
  real :: r = 1, s = 2
  character(len=5), allocatable :: w(:)
  character(len=:), allocatable :: line
  type(pair) :: p1 = pair(1, 2), p2 = pair(1, 3)
  integer(8) :: k
  complex :: z(3)
  print *, 'ab' .cat. 'cd', .neg. 5, 'hey' + .true.
  call swap(a, b)
  call swap(r, s)
  print *, a, b, r, s
  p => get_ptr(x, 3)
  p = 33
  print *, x, p1 < p2, p2 < p1
  print *, evens(x), size(evens([2, 4]))
  print *, perms(4)
  w = ['one  ', 'two  ']
  w = [w, 'three']
  print *, w, size(w)
  line = ''
  do i = 1, size(w)
    line = line // trim(w(i)) // ';'
  end do
  print *, line, len(line)
  do k = 10_8, 1_8, -4_8
    print *, k
  end do
  z = [(cmplx(i, -i), i = 1, 3)]
  z%re = z%re * 10
  z(2)%im = 7
  print *, z
  call chars(w)
  call show(['ab', 'cd'])
  print *, scan('hello world', 'ow'), verify('   x', ' '), index('abcabc', 'c', back=.true.)
  print *, ishft(-1, -28), iand(z'0f', 60), ibits(100, 2, 4), shiftl(1, 5), shiftr(-8, 1)
  i = 0
  call mvbits(7, 0, 2, i, 3)
  print *, i
contains
  subroutine chars(c)
    character(len=*), intent(inout) :: c(:)
    integer :: j
    do j = 1, size(c)
      c(j) = adjustr(c(j))
    end do
    print *, c, len(c)
  end subroutine
  subroutine show(c)
    character(*), intent(in) :: c(:)
    print *, c(size(c):1:-1), len(c)
  end subroutine
end program
