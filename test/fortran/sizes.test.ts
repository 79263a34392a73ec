// Impossible sizes: sums and products of lengths and extents that are too large stop the program with a message, or are
// reported through STAT=. In 32 bits, some of them would wrap around to small numbers.
import { beforeAll, expect, test } from 'vitest';
import { ProgramRunner } from './program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

const run = async (body: string) =>
  runner.run(await runner.compile('x.f90', `program x\nimplicit none\n${body}\nend program\n`, {}));

test.each([
  ['repeated characters', "integer :: n = 2**30\nprint *, len(repeat('abcd', n))"],
  ['a 64-bit number of copies', "integer(8) :: n = 2_8**32\nprint *, len(repeat('abcd', n))"],
  [
    'joined characters',
    'character(:), allocatable :: s\ninteger :: n = 2**29\ncall join(n)\ncontains\nsubroutine join(n)\ninteger, intent(in) :: n\ncharacter(n), allocatable :: a\nallocate (a)\nprint *, len(a // a // a // a // a // a // a // a)\nend subroutine',
  ],
  ['characters of kind 4', "integer :: n = 2**30 - 1\nprint *, len(repeat(4_'a', n))"],
  [
    'spread copies',
    'integer :: n = 65536, a(65537) = 1\ninteger, allocatable :: b(:, :)\nb = spread(a, 2, n)\nprint *, size(b)',
  ],
  [
    'the shape of RESHAPE with PAD',
    'integer :: n(2) = [65536, 65537]\ninteger, allocatable :: b(:, :)\nb = reshape([1, 2], n, pad=[3])\nprint *, size(b)',
  ],
  [
    'a size of TRANSFER',
    "integer :: n = 2**29\ninteger(8), allocatable :: b(:)\nb = transfer('abcdefgh', [1_8], n)\nprint *, size(b)",
  ],
  [
    'a counted loop of an array constructor',
    'integer :: a(65536) = 1, i\ninteger, allocatable :: b(:)\nb = [(a, i = 1, 65537)]\nprint *, size(b)',
  ],
  [
    'a 64-bit loop in an array constructor',
    'integer :: a(65536) = 1\ninteger(8) :: i\ninteger, allocatable :: b(:)\nb = [(a, i = 1, 2_8**47)]\nprint *, size(b)',
  ],
  [
    'bounds of an automatic array',
    'call s(65536)\ncontains\nsubroutine s(n)\ninteger, intent(in) :: n\nreal :: a(n, n)\na(1, 1) = n\nprint *, a(1, 1)\nend subroutine',
  ],
  [
    'bounds of a result',
    'print *, sum(s(65536))\ncontains\nfunction s(n) result(a)\ninteger, intent(in) :: n\nreal :: a(n, n)\na(1, 1) = n\nend function',
  ],
  [
    'bounds that are far apart',
    'call s(-2000000000, 2000000000)\ncontains\nsubroutine s(n, m)\ninteger, intent(in) :: n, m\ninteger(1) :: a(n:m)\na = 1\nprint *, a(n)\nend subroutine',
  ],
  [
    'a 64-bit length',
    'call s(2_8**32 + 1)\ncontains\nsubroutine s(n)\ninteger(8), intent(in) :: n\ncharacter(n) :: c\nprint *, len(c)\nend subroutine',
  ],
  [
    'a component whose bounds are length parameters',
    'type t(n)\ninteger, len :: n\nreal :: a(n, n)\nend type\ncall s(65536)\ncontains\nsubroutine s(n)\ninteger, intent(in) :: n\ntype(t(n)) :: v\nprint *, size(v%a)\nend subroutine',
  ],
])('a size that is too large is reported: %s', async (_name, body) => {
  const { status, stdout, stderr } = await run(body);
  expect(stderr).toMatch(/Fortran runtime error: Error allocating /);
  expect([status, stdout]).toEqual([2, '']);
});

test.each([
  ['an array', 'real, allocatable :: a(:, :)\nallocate (a(65536, 65536)STAT)\nprint *, allocated(a)', 'a'],
  [
    'an array with 64-bit bounds',
    'integer(8) :: n = 2_8**32 + 5\nreal, allocatable :: a(:)\nallocate (a(n)STAT)\nprint *, allocated(a)',
    'a',
  ],
  [
    'an array with more elements than 64 bits can count',
    'real, allocatable :: a(:, :, :, :)\nallocate (a(65536, 65536, 65536, 65536)STAT)\nprint *, allocated(a)',
    'a',
  ],
  [
    'characters',
    'character(:), allocatable :: a\ninteger(8) :: n = 2_8**32 + 5\nallocate (character(n) :: aSTAT)\nprint *, allocated(a)',
    'a',
  ],
  [
    'a variable of any type',
    'class(*), allocatable :: a\ninteger :: n = 2147483600\nallocate (character(n) :: aSTAT)\nprint *, allocated(a)',
    'a',
  ],
])(
  'ALLOCATE of %s that is too large ends the program, and is reported through STAT=',
  async (_name, body, name) => {
    const { status, stderr } = await run(body.replace('STAT', ''));
    expect(stderr).toMatch(
      new RegExp(
        `At line \\d+ of file .*\nFortran runtime error: Error allocating memory for '${name}': it is too large`,
      ),
    );
    expect(status).toBe(2);
    const reported = await run(`integer :: e\n${body.replace('STAT', ', stat=e')}\nprint *, e`);
    expect(reported).toMatchObject({ status: 0, stderr: '' });
    expect(reported.stdout.split(/\s+/).filter(Boolean)).toEqual(['F', '5014']);
  },
);

test('an array with a zero extent has no size, whatever its other extents', async () => {
  const { stdout } = await run(
    'real, allocatable :: a(:, :, :)\nallocate (a(65536, 65536, 0))\nprint *, size(a), shape(a)',
  );
  expect(stdout.split(/\s+/).filter(Boolean)).toEqual(['0', '65536', '65536', '0']);
});

const WIDE = 'The width \\d+ in the format is too large';
const FULL = 'The memory of the program is exhausted by I/O';

test.each([
  ['digits', "print '(f0.100000)', 1.5d0", WIDE],
  ['digits of an exponent', "print '(e40.3e100000)', 1.5d0", WIDE],
  ['a scale factor', "print '(100000pf0.1)', 1.5d0", WIDE],
  ['minimum digits of an integer', "print '(i0.1000)', 1", WIDE],
  ['least bits', "print '(b0.1000)', 1", WIDE],
  ['a width of an integer', "print '(i1000)', 1", WIDE],
  ['a width of any integer', "print '(g100000)', 1", WIDE],
  [
    'a field that is read',
    "character(1000) :: c = ''\ninteger :: i\nc(999:) = '17'\nread (c, '(i1000)') i\nprint *, i",
    WIDE,
  ],
  ['blanks', "write (*, '(5(1000000000x), a)') 'a'", FULL],
  [
    'a position',
    "open (10, file='p', access='stream', form='unformatted')\nwrite (10, pos=huge(1_8)) 1",
    FULL,
  ],
  ['a record', "open (10, file='r', access='direct', recl=2**20)\nwrite (10, rec=2_8**44 + 1) 1", FULL],
  [
    'the length of a record',
    "open (10, file='l', access='direct', recl=huge(1_8))\nwrite (10, rec=1) 1",
    FULL,
  ],
])('sizes in formats and files that exceed all memory are rejected: %s', async (_name, body, message) => {
  const { status, stdout, stderr } = await run(body);
  expect(stderr).toMatch(new RegExp(message));
  expect([status, stdout]).toEqual([2, '']);
});
