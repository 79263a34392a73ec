// 64-bit and 128-bit subscripts, section and substring bounds, DIM= arguments and shifts: all their bits are used, and
// none is truncated to its lower half.
import { beforeAll, expect, test } from 'vitest';
import { ProgramRunner } from './program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

const run = async (body: string, checkBounds: boolean) =>
  runner.run(
    await runner.compile('x.f90', `program x\nimplicit none\n${body}\nend program\n`, { checkBounds }),
  );

const A = 'integer :: a(3) = [1, 2, 3]\ncharacter(4) :: c = "abcd"\ninteger(8) :: n = 2_8**32 + 1\n';

test.each([
  [
    'a subscript of an element',
    `${A}print *, a(n)`,
    "Index '4294967297' of dimension 1 of array 'a' above upper bound of 3",
  ],
  [
    'a subscript below the lower bound',
    `${A}print *, a(n - 2_8**33)`,
    "Index '-4294967295' of dimension 1 of array 'a' below lower bound of 1",
  ],
  [
    'a subscript of an assigned element',
    `${A}a(n) = 7\nprint *, a`,
    "Index '4294967297' of dimension 1 of array 'a' above upper bound of 3",
  ],
  [
    'a 128-bit subscript',
    `${A}print *, a(2_16**64 + n / n)`,
    "Index '9223372036854775807' of dimension 1 of array 'a' above",
  ],
  [
    'a constant subscript',
    `${A}print *, a(4294967297_8)`,
    "Index '4294967297' of dimension 1 of array 'a' above upper bound of 3",
  ],
  [
    'a subscript next to a range',
    'integer :: b(2, 2) = 5\ninteger(8) :: n = 2_8**32 + 1\nprint *, b(:, n)',
    "Index '4294967297' of dimension 2 of array 'b' above",
  ],
  [
    'a lower bound of a section',
    `${A}print *, a(n:n + 1)`,
    "Index '4294967297' of dimension 1 of array 'a' outside of expected range (1:3)",
  ],
  [
    'an upper bound of a section',
    `${A}print *, a(1:n)`,
    "Index '4294967297' of dimension 1 of array 'a' outside of expected range (1:3)",
  ],
  [
    'a step of a section',
    `${A}print *, a(1:2 * n:n)`,
    "Index '4294967298' of dimension 1 of array 'a' outside of expected range (1:3)",
  ],
  [
    'a vector subscript',
    `${A}print *, a([n, n])`,
    "Index '4294967297' of dimension 1 of array 'a' outside of expected range (1:3)",
  ],
  [
    'a position in a substring',
    `${A}print *, c(n:n)`,
    "Substring out of bounds: upper bound (4294967297) of 'c' exceeds string length (4)",
  ],
  [
    'a position in a substring of wide characters',
    'character(4, 4) :: w = 4_"abcd"\ninteger :: i = 2**30 + 1\nprint *, ichar(w(i:i))',
    "Substring out of bounds: upper bound (1073741825) of 'w' exceeds string length (4)",
  ],
  [
    'a subscript of a pointer',
    `${A}integer, pointer :: p(:)\nallocate (p(3))\np = 1\nprint *, p(n)`,
    "Index '4294967297' of dimension 1 of array 'p' above upper bound of 3",
  ],
])(
  '%s that is out of bounds ends the program, and bounds checks report the number',
  async (_name, body, message) => {
    const checked = await run(body, true);
    expect(checked.stderr).toContain(message);
    expect(checked).toMatchObject({ status: 2, stdout: '' });
    const unchecked = await run(body, false);
    expect(unchecked.stderr).toMatch(
      /At line \d+ of file x.f90\nFortran runtime error: Index '-?\d+' exceeds the size of memory/,
    );
    expect(unchecked).toMatchObject({ status: 2, stdout: '' });
  },
);

test.each([true, false])(
  'an empty range may have bounds of any size (bounds checked: %s)',
  async (checkBounds) => {
    const body = `${A}print *, size(a(n:1)), len(c(n:1)), size(a(1:-n)), a(1:n:n), a(3:2:-n), c(2:3)`;
    const { stdout, stderr } = await run(body, checkBounds);
    expect([stdout.trim().split(/\s+/), stderr]).toEqual([['0', '0', '0', '1', '3', 'bc'], '']);
  },
);

test.each(['sum(b, n)', 'size(b, n)', 'lbound(b, n)', 'cshift(b, 1, n)', 'spread(b, n, 2)'])(
  'a DIM= beyond 32 bits ends the program with an error: %s',
  async (call) => {
    const body = `integer :: b(2, 2) = 5\ninteger(8) :: n = 2_8**32 + 1\nprint *, ${call}`;
    const { status, stdout, stderr } = await run(body, true);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('Fortran runtime error')]);
  },
);

test('shifts of any kind rotate by the remainder, and a computed GO TO beyond its labels continues', async () => {
  const body = `${A}integer(16) :: m = 2_16**64
n = 2_8**32
print *, cshift(a, n), cshift(a, -n), cshift(a, m), cshift(a, huge(1)), cshift(a, -huge(1) - 1)
print *, eoshift(a, n), eoshift(a, -n)
go to (1, 2) n + 1
print *, 'on'
stop
1 print *, 'one'
2 print *, 'two'`;
  const { stdout } = await run(body, false);
  // 2**32, -2**32, 2**64, 2**31 - 1 and -2**31 are 1, 2, 1, 1 and 1 modulo 3.
  expect(stdout.trim().split(/\s+/).join(' ')).toBe('2 3 1 3 1 2 2 3 1 2 3 1 2 3 1 0 0 0 0 0 0 on');
});

test.each([
  ['a lower bound', 'real, allocatable :: b(:)\nallocate (b(n:n + 4))\nprint *, size(b)'],
  [
    'a lower bound of a dummy',
    'call s(n)\ncontains\nsubroutine s(m)\ninteger(8), intent(in) :: m\nreal :: b(m:m + 4)\nprint *, size(b)\nend subroutine',
  ],
  [
    'a lower bound of a pointer',
    'real, pointer :: b(:)\nreal, target :: t(5)\nb(n:) => t\nprint *, lbound(b)',
  ],
  [
    'a bound of a pointer',
    'real, pointer :: b(:, :)\nreal, target :: t(5)\nb(1:1, 1:n) => t\nprint *, size(b)',
  ],
])('%s beyond 32 bits ends the program, and the error gives the index', async (_name, body) => {
  const { status, stdout, stderr } = await run(`integer(8) :: n = 2_8**32 + 1\n${body}`, false);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain("Index '4294967297' exceeds the size of memory");
});

test('64-bit kinds and exponents are not truncated', async () => {
  const body = `integer(8) :: n = 2_8**32\nreal :: y
y = scale(1.0, n)
print *, selected_int_kind(n + 4), selected_real_kind(n + 4), selected_logical_kind(n + 8), y > huge(y), set_exponent(1.0, -n)`;
  const { stdout } = await run(body, false);
  expect(stdout.trim().split(/\s+/)).toEqual(['-1', '-1', '-1', 'T', '0.00000000']);
});

test.each([
  ['b(4294967297_8:4294967299_8)', 'The bound 4294967297 does not fit in 32 bits'],
  ['b(-5000000000_8:0)', 'The bound -5000000000 does not fit in 32 bits'],
  ['b(65536, 65536)', '"b" takes 17179869184 bytes'],
])('constant bounds that exceed all memory are rejected: %s', async (b, message) => {
  await expect(run(`real :: ${b}\nb = 1\nprint *, sum(b)`, false)).rejects.toThrow(message);
});
