// Positions in UTF-8 records count characters, as ISO/IEC 1539-1:2018 (13.8.1) requires; with gfortran, X and T move by
// bytes. Other tests check that invalid uses of kind-4 characters are rejected.
import { beforeAll, expect, test } from 'vitest';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';
import { ProgramRunner } from './program-runner.ts';

let runner: ProgramRunner;
beforeAll(async () => {
  runner = await ProgramRunner.create();
});

async function run(...lines: string[]): Promise<string> {
  const source = ['program p', 'integer, parameter :: u = 4', ...lines, 'end program', ''].join('\n');
  return runner.run(await runner.compile('p.f90', source, { backslash: true }), '').stdout;
}

test('X, T and TL count characters', async () => {
  const output = await run(
    'character(2, u) :: a, b, c',
    "open (10, status='scratch', encoding='UTF-8')",
    String.raw`write (10, '(a)') u_"\u00e4\u0416\u20acxyz"`,
    'rewind 10',
    "read (10, '(1x, a2, t1, a1, tl1, a2)') a, b, c",
    "print '(6(z0, 1x))', ichar(a(1:1)), ichar(a(2:2)), ichar(b(1:1)), ichar(c(1:1)), ichar(c(2:2))",
  );
  expect(output).toBe('416 20AC E4 E4 416\n');
});

test('invalid UTF-8 is read as question marks, and list-directed input reads whole characters', async () => {
  const output = await run(
    'character(3, u) :: a, b',
    "open (10, status='scratch', encoding='UTF-8')",
    String.raw`write (10, '(a)') u_"'\u20ac''x' \u00e4"`,
    String.raw`write (10, '(a)') "\xff\x41"`,
    'rewind 10',
    'read (10, *) a, b',
    "print '(4(z0, 1x))', ichar(a(1:1)), ichar(a(2:2)), ichar(a(3:3)), ichar(b(1:1))",
    "read (10, '(a)') a",
    "print '(2(z0, 1x))', ichar(a(1:1)), ichar(a(2:2))",
  );
  expect(output).toBe('20AC 27 78 E4\n3F 41\n');
});

test('list-directed I/O on kind-4 internal files works in characters, where gfortran works in bytes', async () => {
  const output = await run(
    'character(8, u) :: s(2), a',
    String.raw`s(1) = u_"7 '\u0416x'"`,
    'read (s(1), *) i, a',
    "print '(i0, 3(1x, z0))', i, (ichar(a(i:i)), i = 1, 3)",
    String.raw`write (s, *) u_"\u0416\u20ac\u0416x", u_"\u0416\u20ac\u0416x"`,
    "print '(4(z0, 1x))', (ichar(s(2)(i:i)), i = 1, 4)",
    'write (s(1), *) .true., achar(228)',
    "print '(z0)', ichar(s(1)(4:4))",
  );
  expect(output).toBe('7 416 78 20\n20 416 20AC 416\nE4\n');
});

test('NAMELIST reads and writes kind-4 characters, their substrings, and components', async () => {
  const output = await run(
    'type t; character(2, u) :: c = u_"zz"; character(2) :: d = "yy"; end type',
    'character(3, u) :: a(3), b',
    'character(40, u) :: record',
    'type(t) :: x',
    'namelist /n/ a, b, x',
    String.raw`a = u_"\u20ac'"; a(3) = u_"\"q"; b = u_"\u0416bc"`,
    "open (10, status='scratch', encoding='UTF-8')",
    'write (10, n)',
    'a = u_"-"; b = u_"-"; x%c = u_"-"; x%d = "-"',
    'rewind 10; read (10, n)',
    "print '(4(z0, 1x), 2a)', ichar(a(1)(1:1)), ichar(a(2)(2:2)), ichar(a(3)(1:1)), ichar(b(1:1)), x%c, x%d",
    String.raw`record = u_"&n b(2:3) = '\u20ac\u0416', x%c(2:) = 'w' /"`,
    'read (record, n)',
    "print '(3(z0, 1x), a)', (ichar(b(i:i)), i = 1, 3), x%c",
    "open (11, status='scratch', delim='apostrophe')",
    'write (11, n); rewind 11',
    "read (11, '(a)') record; read (11, '(a)') record; print '(a)', trim(record)",
  );
  expect(output).toBe("20AC 27 22 416 zzyy\n416 20AC 416 zw\n A= 2*'?'' ','\"q ',\n");
});

const REFUSED: [string, string[], string][] = [
  [
    'a file name',
    ["open (10, file=4_'x')", 'end'],
    'FILE= of characters of kind 4 is not supported: only kind 1 is.',
  ],
  [
    'an environment variable',
    ['character(9, 4) :: s', "call get_environment_variable('HOME', s)", 'end'],
    '"get_environment_variable" expects characters of kind 1, got kind 4.',
  ],
];

for (const [name, lines, message] of REFUSED) {
  test(`${name} of kind 4 is refused`, () => {
    const result = compileFortran([{ path: 'p.f90', text: [...lines, ''].join('\n') }], {});
    expect(result.ok ? [] : result.diagnostics.map((d) => d.message)).toEqual([message]);
  });
}
