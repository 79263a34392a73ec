! flags: -funsigned
! UNSIGNED, an extension of GNU Fortran 15; the output is written by hand, because gfortran 12 has no such type.
module generator
  use iso_fortran_env, only: uint8, uint64
  use iso_c_binding, only: c_unsigned, c_uint16_t
  implicit none
  private
  public :: step, show, c_unsigned, c_uint16_t, uint8, uint64
  unsigned(uint64), save :: state = 88172645463325252u_uint64
  interface show
    procedure :: show_unsigned, show_integer
  end interface
contains
  function step() result(next)
    unsigned(uint64) :: next
    state = ieor(state, shiftl(state, 13))
    state = ieor(state, shiftr(state, 7))
    state = ieor(state, shiftl(state, 17))
    next = state
  end function
  subroutine show_unsigned(n)
    unsigned, intent(in) :: n
    print '(a, i0)', 'unsigned ', n
  end subroutine
  subroutine show_integer(n)
    integer, intent(in) :: n
    print '(a, i0)', 'integer ', n
  end subroutine
end module

program main
  use generator
  implicit none
  unsigned(1) :: a, b
  unsigned(2) :: w
  unsigned :: u, v, list(4) = [7u, 4294967295u, 0u, 2147483648u]
  unsigned(8) :: l
  unsigned(16) :: q
  unsigned, parameter :: most = huge(0u), wrapped = most + 2u, folded(3) = [1u, 2u, 3u] - 2u
  unsigned(c_uint16_t) :: port = 65535u_2
  real(8) :: x
  character(100) :: line
  class(*), allocatable :: any
  integer :: i, code
  namelist /group/ u, a

  ! Arithmetic modulo 2**n, at run time and in constants.
  a = 200u_1
  b = 100u_1
  print *, a + b, a * b, b - a, a / b, -a, a > b, a - b > 50u_1
  w = 65535u_2
  print *, w * w, w + 1u_2, not(w), -w
  u = 4000000000u
  print *, u, u + u, u / 3u, mod(u, 7u), modulo(7u, u), u ** 3u, -u
  print *, most, wrapped, folded
  l = 18446744073709551615u_8
  print *, l, l * l, l / 10u_8, l > 1u_8, l / l
  q = huge(q)
  print '(i0)', q, q / 3u_16
  print *, u == 4000000000u, u > 5u, max(u, 5u), min(u, 5u), 0u - 1u > 1u
  print *, bit_size(a), digits(l), range(u), kind(1u_8), huge(w), storage_size(q)
  print *, selected_unsigned_kind(9), selected_unsigned_kind(19), c_unsigned, uint8

  ! Bits.
  print *, iand(u, 255u), ior(u, 1u), ieor(u, u), shiftr(u, 28), shifta(u, 28), ishft(u, 4), ishftc(128u_1, 1)
  print *, popcnt(most), leadz(1u), trailz(8u), btest(u, 31), umaskl(3), umaskr(5, 1), merge_bits(15u, 51u, 85u)

  print *, blt(1_1, 256), bgt(-1_1, 256), bge(200u_1, 300u), ble(w, 65535u_8)

  ! Conversions.
  x = 3000000000.7d0
  print *, int(u, 8), int(a, 1), uint(-1), uint(x), uint(300, 1), uint(z'ff', 1)
  x = 2d0**32 + 5
  print *, uint(x, 1), uint(x, 2), uint(x)
  x = 2d0**63
  print *, uint(x, 8), uint((3.9, 1.0)), real(u), dble(l), cmplx(a, b)
  print *, out_of_range(u, 0), out_of_range(-1, 0u), out_of_range(5, 0u), out_of_range(5d9, 0u), transfer(-1, 0u)

  ! Arrays.
  print *, maxval(list), minval(list), sum(list), product(list(1:2)), maxloc(list), findloc(list, 0u)
  print *, iall(list(1:2)), iany(list), iparity(list), dot_product(list, list), matmul(reshape(list, [2, 2]), list(1:2))
  print *, maxval(list(1:0)), minval(list(1:0)), cshift(list, 1), eoshift(list, 1), merge(list, 9u, list > 100u)
  do i = 1, 3
    l = step()
  end do
  print *, l

  ! SELECT, generic procedures and types.
  select case (u)
  case (:10u)
    print *, 'few'
  case (2147483648u:)
    print *, 'many'
  end select
  call show(most)
  call show(-1)
  allocate (any, source=u)
  select type (any)
  type is (integer)
    print *, 'integer'
  type is (unsigned)
    print *, 'unsigned', any
  end select
  call mvbits(most, 0, 8, u, 4)

  ! Input and output.
  write (line, '(i12, b33, o12, z9, g0, 1x, i14.12)') u, u, u, u, most, most
  print '(a)', line
  write (line, *) u, a, -1
  read (line, *) v, b, u
  print *, v, b, u
  read (line, '(i12)', iostat=code) b
  print *, code, b
  u = 5u
  write (line, group)
  line = '&group a = 9, u = 4294967295 /'
  read (line, group)
  print '(i0, 1x, i0, 1x, i0)', u, a, port
end program
