! { dg-do run }
program e1
  implicit none
  integer, parameter :: k = 3
  integer :: x(k), i, s
  integer, dimension(:,:), allocatable :: a
  character(kind=1,len=4) :: str
  character*8 c8
  real*8 r8
  integer*2 i2
  logical*1 l1
  complex*16 z
  byte by
  type, bind(c) :: bt
    integer :: q
  end type bt
  type s_t
    sequence
    integer i
    real r
  end type
  type(s_t) st
  common /blk/ st
  equivalence (i2, by)
  namelist /nl/ i, s
  data x /3*7/
  if (any (x .ne. 7)) call abort
  if (any (x /= [7,7,7])) stop 1
  x = (/ (i, i=1,3) /)
  if (sum(x) .ne. 6) call abort ()
  str = 'ab'
  if (str /= 'ab  ') error stop
  c8 = "x"//'y'
  r8 = 1d0
  z = (1d0, 2d0)
  if (abs(z*conjg(z) - 5d0) > 1e-10) stop 2
  l1 = .true._1
  allocate(a(2,-1:1))
  a = 3
  if (lbound(a,2) /= -1 .or. ubound(a,2) /= 1 .or. size(a) /= 6) stop 3
  st%i = 4
  st%r = 2.5
  call sub
  if (st%i /= 5) stop 4
  if (fun(2) /= 4) stop 5
  if (kind(1.0d0) /= 8 .or. kind(1_2) .ne. 2) stop 6
  do, i=1,3
    s = i
  end do
  if (i /= 4) stop 7
  select case(i)
  case(:3) ; stop 8
  case(4:) ; s = 0
  end select
  if (iargc() /= 0) stop 9
  if (transfer(transfer(1.5, 1), 1.5) /= 1.5) stop 10
  if (ichar(transfer('a', ' ')) /= 97) stop 11
  if (index(repeat('ab', 3), 'ba') /= 2) stop 12
  if (.not. (1 < 2 .and. 2.0 >= 1)) stop 13
  where (x > 1) x = -x
  if (any(x /= [1, -2, -3])) stop 14
  if (maxval((/1,5,3/)) /= 5) stop 15
  if (dot_product((/1,2/),(/3,4/)) /= 11) stop 16
  print *, 'ok'
contains
  subroutine sub
    type s2
      sequence
      integer i
      real r
    end type
    type(s2) w
    common /blk/ w
    w%i = w%i + 1
  end subroutine sub
  function fun (n) result (res)
    integer :: n, res
    res = n ** 2
  end function fun
end program e1
