// Features that GNU Fortran 12 lacks: REDUCE, OUT_OF_RANGE, IEEE procedures, LOCAL in DO CONCURRENT and IMPORT with
// ONLY or NONE from Fortran 2018, F_C_STRING and the REDUCE locality from Fortran 2023. The values follow from the
// standard's definitions.
import { beforeAll, expect, test } from 'vitest';
import { compileFortran } from '../../../src/fortran/compile-fortran.ts';
import { ProgramRunner } from '../program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

async function linesOf(text: string): Promise<string[]> {
  const { status, stdout, stderr } = runner.run(await runner.compile('p.f90', text));
  expect(`${status} ${stderr}`).toBe('0 ');
  return stdout.trimEnd().split('\n');
}

test('REDUCE takes functions of all kinds, and DIM, MASK and IDENTITY as positional or keyword arguments', async () => {
  const text = `module m
contains
  pure integer function larger(a, b)
    integer, intent(in) :: a, b
    larger = max(a, b)
  end function
  pure complex(8) function times(a, b)
    complex(8), value :: a, b
    times = a * b
  end function
  integer function with(a, f, start)
    integer, intent(in) :: a(:)
    interface
      pure integer function f(x, y)
        integer, intent(in) :: x, y
      end function
    end interface
    integer, intent(in), optional :: start
    with = reduce(a, f, identity=start)
  end function
end module
program p
  use m
  implicit none
  integer :: a(2, 3) = reshape([3, 1, 4, 1, 5, 9], [2, 3]), none(0)
  print '(*(i0, 1x))', reduce(a, larger), reduce(a, add, a > 1), reduce(a, add, 1), reduce(a, less, dim=2)
  print '(*(i0, 1x))', reduce(a, add, 2, a < 5, 0), reduce(none, add, identity=7), with(none, larger, 5)
  print '(*(i0, 1x))', reduce(a, add, a > 9, -1, .true.), with([2, 8], larger), with([2, 8], add, 99)
  print '(2f5.1)', reduce([(1d0, 1d0), (2d0, 0d0), (0d0, 1d0)], times)
  print '(l1, 1x, f4.1)', reduce([.true., .false., .true.], odd), reduce([1.5, 2.0] * 2, operation=mean)
contains
  pure integer function add(a, b)
    integer, intent(in) :: a, b
    add = a + b
  end function
  pure integer function less(a, b)
    integer, intent(in) :: a, b
    less = a - b
  end function
  pure logical function odd(a, b)
    logical, intent(in) :: a, b
    odd = a .neqv. b
  end function
  pure real function mean(a, b)
    real, intent(in) :: a, b
    mean = (a + b) / 2
  end function
end program
`;
  expect(await linesOf(text)).toEqual(['9 21 4 5 14 -6 -9', '7 2 7 5', '-1 8 10', ' -2.0  2.0', 'F  3.5']);
});

test('REDUCE accepts characters and structures', async () => {
  const text = `program p
  implicit none
  type t
    integer :: i
    real :: x
  end type
  character(3) :: c(2) = ['abc', 'abd'], m(2, 2) = reshape(['a  ', 'z  ', 'c  ', 'b  '], [2, 2])
  type(t) :: a(2, 2) = reshape([t(1, 2.), t(3, 4.), t(5, 6.), t(7, 8.)], [2, 2]), none(0), row(2)
  integer :: n = 2
  print '(*(a, 1x))', reduce(c, larger), reduce(c(:)(:n), larger), reduce(m, larger, 1), reduce(m, larger, 2, m < 'z')
  print '(*(a, 1x))', reduce(c, larger, c > 'x', 'id'), reduce(c // 'q', larger, c == 'abc'), reduce(c, first)
  print '(*(i0, f5.0, 1x))', reduce(a, sum_of), reduce(none, sum_of, identity=t(7, 8.)), with(none, t(9, 1.)), with(a(1, :))
  row = reduce(a, sum_of, dim=2)
  print '(*(i0, f5.0, 1x))', row
contains
  type(t) function with(a, i)
    type(t) :: a(:)
    type(t), optional :: i
    with = reduce(a, sum_of, identity=i)
  end function
  pure function larger(a, b) result(r)
    character(*), intent(in) :: a, b
    character(len(a)) :: r
    r = max(a, b)
  end function
  pure character(3) function first(a, b)
    character(3), intent(in) :: a, b
    first = a(:2) // b
  end function
  pure type(t) function sum_of(a, b)
    type(t), intent(in) :: a, b
    sum_of = t(a%i + b%i, a%x * b%x)
  end function
end program
`;
  expect(await linesOf(text)).toEqual([
    'abd ab z   c   c   b  ',
    'id  abcq aba',
    '16 384. 7   8. 9   1. 6  12.',
    '6  12. 10  32.',
  ]);
});

test('REDUCE without elements and without IDENTITY stops the program', async () => {
  const text = `program p
  integer :: none(0)
  print *, reduce(none, add)
contains
  pure integer function add(a, b)
    integer, intent(in) :: a, b
    add = a + b
  end function
end program
`;
  const { status, stderr } = runner.run(await runner.compile('p.f90', text));
  expect(status).toBe(2);
  expect(stderr).toContain('REDUCE of no elements needs IDENTITY');
});

test('OUT_OF_RANGE compares the converted value with the limits of the other type', async () => {
  const text = `program p
  implicit none
  logical, parameter :: known(3) = [out_of_range(127.9, 1_1), out_of_range(127.5, 1_1, .true.), out_of_range(300, 1_1)]
  real :: x = 127.9, y = -128.9, big = 3e38, list(3) = [1.0, 200.0, -129.0]
  real(8) :: d = 3.5d38, edge = 9223372036854775807d0
  integer :: i = 40000
  integer(1), allocatable :: none
  logical :: round = .true.
  print '(*(l1))', known
  print '(*(l1))', out_of_range(x, 0_1), out_of_range(x, 0_1, round), out_of_range(y, 0_1), out_of_range(y, 0_1, round)
  print '(*(l1))', out_of_range(list, none), out_of_range(i, 0_2), out_of_range(i, 0_8), out_of_range(big, 0)
  print '(*(l1))', out_of_range(d, 0.0), out_of_range(d, 0d0), out_of_range(edge, 0_8), out_of_range(-edge, 0_8), out_of_range(i, 0.0)
  print '(*(l1))', of(2.5), of(1e30), out_of_range(d * d * d * d * d * d * d * d * d, 0.0), out_of_range(sqrt(-x), 0)
contains
  logical function of(x, round)
    real, intent(in) :: x
    logical, intent(in), optional :: round
    of = out_of_range(x, 0, round)
  end function
end program
`;
  expect(await linesOf(text)).toEqual(['FTT', 'FTFT', 'FTTTFT', 'TFTFF', 'FTFT']);
});

test('F_C_STRING appends a null character, with or without trimming', async () => {
  const text = `program p
  use, intrinsic :: iso_c_binding, only: f_c_string, c_null_char
  implicit none
  character(6) :: name = 'ab'
  character(:), allocatable :: s
  s = f_c_string(name)
  print '(i0, l2)', len(s), s == 'ab' // c_null_char
  print '(*(i0, 1x))', len(f_c_string(name, .true.)), of(name), of(name, .true.), index(f_c_string('x ' // name), c_null_char)
contains
  integer function of(text, asis)
    character(*), intent(in) :: text
    logical, intent(in), optional :: asis
    of = len(f_c_string(text, asis))
  end function
end program
`;
  expect(await linesOf(text)).toEqual(['3 T', '7 3 7 5']);
});

test('LOCAL variables have the same shape and length as the outer variables', async () => {
  const text = `program p
  implicit none
  integer :: a(4) = [1, 2, 3, 4], b(3) = [2, 3, 4], n = 4
  character(3) :: c = 'abc'
  call s(b, c, a, n)
  print '(*(i0, 1x))', a
contains
  subroutine s(x, c, y, n)
    integer, intent(inout) :: x(0:), n, y(n)
    character(*), intent(inout) :: c
    integer :: i, w(2:n)
    character(n) :: d
    integer, target :: t
    w = 7
    n = 2
    do concurrent (i = 1:2) local_init(x, c) local(w, d, t)
      x = i
      c = 'zzzz'
      w = 1
      d = c
      t = size(w) + 10*len(d) + 100*len(c) + 1000*lbound(w, 1) + 10000*lbound(x, 1)
      y(i) = t
    end do
    print '(*(g0, 1x))', x, c, w
  end subroutine
end program
`;
  expect(await linesOf(text)).toEqual(['2 3 4 abc 7 7 7', '2343 2343 3 4']);
});

test('IMPORT with ONLY or NONE hides the other names of the host', async () => {
  const text = `program p
  integer :: a = 1, b = 2
  call only_a
  call no_name
  block
    import, only: a
    integer :: b
    b = 7
    a = a + b
  end block
  print '(*(i0, 1x))', a, b
contains
  subroutine only_a
    import, only: a
    b = 3.5
    a = a + 1
    print '(i0, f4.1)', a, b
  end subroutine
  subroutine no_name
    import, none
    a = 9.5
    print '(f4.1)', a
  end subroutine
end program
`;
  expect(await linesOf(text)).toEqual(['2 3.5', ' 9.5', '9 2']);
});

test('REDUCE in DO CONCURRENT accumulates values, and rejects unknown operations', async () => {
  const text = (locality: string): string => `program p
  implicit none
  integer :: i, total = 10, most = 0
  logical :: all = .true.
  do concurrent (i = 1:5) default(none) ${locality} reduce(max : most) reduce(.and.: all)
    total = total + i
    most = max(most, i * (6 - i))
    all = all .and. i < 6
  end do
  print '(2(i0, 1x), l1)', total, most, all
end program
`;
  expect(await linesOf(text('reduce(+: total)'))).toEqual(['25 9 T']);
  const refused = compileFortran([{ path: 'p.f90', text: text('reduce(-: total)') }]);
  expect(JSON.stringify(refused)).toContain('Expected +, *, .AND.');
});

test('REDUCE works on types with allocatable components', async () => {
  const text = `module lists
  implicit none
  integer :: finals = 0
  type list
    integer, allocatable :: items(:)
    integer :: count = 0
  end type
  type word
    character(:), allocatable :: text
  end type
  type counted
    integer, allocatable :: n
  contains
    final :: finish
  end type
  type outer
    type(word) :: w
    type(list), allocatable :: l
  end type
contains
  pure function join(a, b) result(c)
    type(list), intent(in) :: a, b
    type(list) :: c
    c%items = [a%items, b%items]
    c%count = a%count + b%count
  end function
  pure function concat(a, b) result(c)
    type(word), intent(in) :: a, b
    type(word) :: c
    c%text = a%text // b%text
  end function
  pure function both(a, b) result(c)
    type(outer), intent(in) :: a, b
    type(outer) :: c
    c%w = concat(a%w, b%w)
    c%l = join(a%l, b%l)
  end function
  pure function longer(a, b) result(c)
    type(word), intent(in) :: a, b
    type(word) :: c
    c = a
    if (len(b%text) > len(a%text)) c = b
  end function
  impure elemental subroutine finish(x)
    type(counted), intent(inout) :: x
    finals = finals + 1
  end subroutine
  pure function total(a, b) result(c)
    type(counted), intent(in) :: a, b
    type(counted) :: c
    c%n = a%n + b%n
  end function
end module

program p
  use lists
  implicit none
  type(list) :: a(3), b(2, 2), one
  type(list), allocatable :: rows(:)
  type(word) :: w(4), none
  type(counted) :: c(3), sum
  type(outer) :: o(2), oo
  integer :: i, j, k
  do i = 1, 3
    a(i) = list([(10 * i + j, j = 1, i)], i)
  end do
  one = reduce(a, join)
  print '(*(i0, 1x))', one%count, one%items
  one = reduce(a, join, mask=[.true., .false., .true.])
  print '(*(i0, 1x))', one%count, one%items
  a(1) = reduce(a, join)
  print '(*(i0, 1x))', a(1)%count, a(1)%items
  do j = 1, 2
    do i = 1, 2
      b(i, j) = list([i, j], 1)
    end do
  end do
  rows = reduce(b, join, dim=2)
  do i = 1, 2
    print '(*(i0, 1x))', rows(i)%count, rows(i)%items
  end do
  rows = reduce(b, join, 1, reshape([.true., .true., .false., .false.], [2, 2]), list([99], 0))
  do i = 1, 2
    print '(*(i0, 1x))', rows(i)%count, rows(i)%items
  end do
  w = [word('ab'), word('c'), word('def'), word('g')]
  none = reduce(w, concat)
  print '(a)', none%text
  none = reduce(w, longer, identity=word('none'), mask=[(.false., i = 1, 4)])
  print '(a)', none%text
  print '(a, i0)', 'length ', length(reduce(w(1:3), longer))
  do k = 1, 1000
    none = reduce(w, concat)
  end do
  print '(a)', none%text
  do i = 1, 2
    o(i)%w = word(achar(96 + i))
    o(i)%l = list([i], i)
  end do
  oo = reduce(o, both)
  print '(a, *(1x, i0))', oo%w%text, oo%l%count, oo%l%items
  do i = 1, 3
    c(i)%n = i
  end do
  finals = 0
  call keep(reduce(c, total))
contains
  integer function length(x)
    type(word), intent(in) :: x
    length = len(x%text)
  end function
  subroutine keep(x)
    type(counted), intent(in) :: x
    print '(a, i0)', 'total ', x%n
  end subroutine
end program
`;
  expect(await linesOf(text)).toEqual([
    '6 11 21 22 31 32 33',
    '4 11 31 32 33',
    '6 11 21 22 31 32 33',
    '2 1 1 1 2',
    '2 2 1 2 2',
    '2 1 1 2 1',
    '0 99',
    'abcdefg',
    'none',
    'length 3',
    'abcdefg',
    'ab 3 1 2',
    'total 6',
  ]);
});

test('IEEE functions of Fortran 2018', async () => {
  const text = `program p
  use ieee_arithmetic
  real :: x = -0.0, nan
  real(8) :: one = 1
  nan = ieee_value(nan, ieee_quiet_nan)
  print '(*(l1))', ieee_signbit([x, 0.0, -1.5])
  print '(3f6.2)', ieee_fma(2.0, 3.0, 0.25), ieee_fma(one, one, one), ieee_fma(2.0_16, 1.0_16, 0.5_16)
  print '(*(f5.1))', ieee_max_num(nan, 1.0), ieee_min_num(2.0, nan)
  print '(*(f5.1))', ieee_max_num_mag(-3.0, 2.0), ieee_min_num_mag(-3.0, 2.0), ieee_max_num_mag(-2.0, 2.0), &
    ieee_min_num_mag(nan, -2.0)
  print '(*(l1))', ieee_quiet_eq(nan, nan), ieee_quiet_ne(nan, nan), ieee_quiet_lt(1.0, 2.0), ieee_quiet_ge(1.0, nan)
  print '(*(l1))', ieee_next_up(1.0) == nearest(1.0, 1.0), ieee_next_down(one) == nearest(one, -1.0)
end program
`;
  expect(await linesOf(text)).toEqual([
    'TFT',
    '  6.25  2.00  2.50',
    '  1.0  2.0',
    ' -3.0  2.0  2.0 -2.0',
    'FTTF',
    'TT',
  ]);
});

test('signalling comparisons raise IEEE_INVALID, and modes can be saved', async () => {
  const text = `program p
  use ieee_arithmetic
  real :: nan
  real(16) :: wide = 2
  logical :: raised, so, gradual
  type(ieee_modes_type) :: modes
  type(ieee_round_type) :: rounding
  nan = ieee_value(nan, ieee_quiet_nan)
  call ieee_set_flag(ieee_invalid, .false.)
  so = ieee_quiet_lt(nan, 1.0)
  call ieee_get_flag(ieee_invalid, raised)
  print '(*(l1))', so, raised
  so = ieee_signaling_ne(1.0, nan)
  call ieee_get_flag(ieee_invalid, raised)
  print '(*(l1))', so, raised
  call ieee_set_flag(ieee_invalid, .false.)
  so = ieee_signaling_lt(1.0_16, wide)
  call ieee_get_flag(ieee_invalid, raised)
  print '(*(l1))', so, raised
  so = ieee_signaling_eq(wide, ieee_value(wide, ieee_quiet_nan))
  call ieee_get_flag(ieee_invalid, raised)
  print '(*(l1))', so, raised
  call ieee_get_modes(modes)
  call ieee_set_rounding_mode(ieee_nearest, radix=2)
  call ieee_set_modes(modes)
  call ieee_get_rounding_mode(rounding, 2)
  call ieee_get_underflow_mode(gradual)
  call ieee_set_underflow_mode(gradual)
  print '(*(l1))', rounding == ieee_nearest, gradual, ieee_support_rounding(ieee_away)
end program
`;
  expect(await linesOf(text)).toEqual(['FF', 'TT', 'TF', 'FT', 'TTF']);
});

test('errors in REDUCE and OUT_OF_RANGE are reported on their lines', () => {
  const faultOf = (expression: string): string => {
    const text = `program p
  integer :: a(3) = 1
  print *, ${expression}
contains
  pure real function half(a, b)
    real, intent(in) :: a, b
    half = a / b
  end function
  pure integer function one(a)
    integer, intent(in) :: a
    one = a
  end function
end program
`;
    return JSON.stringify(compileFortran([{ path: 'p.f90', text }]));
  };
  expect(faultOf('reduce(a, half)')).toMatch(/REAL/);
  expect(faultOf('reduce(a, one)')).toMatch(/argument/);
  expect(faultOf('reduce(a, 5)')).toContain('OPERATION of \\"reduce\\" must be a function.');
  expect(faultOf("reduce([4_'a', 4_'b'], one)")).toContain('is not supported: write a loop');
  expect(faultOf('out_of_range(1.0, .true.)')).toMatch(/out_of_range/);
});
