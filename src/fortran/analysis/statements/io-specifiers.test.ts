// Specifier values in input and output statements, known at compile time: each row has the message, the rejected
// statement, and the nearest valid one.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';

function errors(statement: string): string[] {
  const text = `program p\ninteger :: i, a(3), u, ios\nreal :: x\ncharacter(10) :: c\nlogical :: l\nnamelist /n/ i\n${statement}\nend program\n`;
  const { diagnostics } = compileFortran([{ path: 'x.f90', text }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const words: [string, string, string][] = [
  ['access', 'SEQUENTIAL, DIRECT, STREAM or APPEND', 'stream'],
  ['action', 'READ, WRITE or READWRITE', 'Read '],
  ['asynchronous', 'YES or NO', 'no'],
  ['blank', 'NULL or ZERO', 'zero'],
  ['decimal', 'POINT or COMMA', 'comma'],
  ['delim', 'APOSTROPHE, QUOTE or NONE', 'none'],
  ['encoding', 'DEFAULT or UTF-8', 'default'],
  ['form', 'FORMATTED or UNFORMATTED', 'FORMATTED'],
  ['pad', 'YES or NO', 'yes'],
  ['position', 'ASIS, REWIND or APPEND', 'asis'],
  ['round', 'UP, DOWN, ZERO, NEAREST, COMPATIBLE or PROCESSOR_DEFINED', 'up'],
  ['sign', 'PLUS, SUPPRESS or PROCESSOR_DEFINED', 'plus'],
  ['status', 'OLD, NEW, SCRATCH, REPLACE or UNKNOWN', 'old'],
];

test.each<[string, string, string]>([
  ...words.map(([keyword, list, valid]): [string, string, string] => [
    `7 ${keyword.toUpperCase()}= is ${list}, not "foo".`,
    `open (10, file='a', ${keyword}='foo')`,
    `open (10, file='a', ${keyword}='${valid}')`,
  ]),
  ['7 STATUS= is KEEP or DELETE', "close (10, status='old')", "close (10, status='delete')"],
  ['7 ADVANCE= is YES or NO', "write (10, '(i3)', advance='maybe') i", "write (10, '(i3)', advance='no') i"],
  ['7 DECIMAL= is POINT or COMMA', "write (10, *, decimal='x') i", "write (10, *, decimal='comma') i"],
  ['7 UNIT= and NEWUNIT=', "open (10, newunit=u, file='a')", "open (newunit=u, file='a')"],
  ['7 RECL= must be positive', "open (10, file='a', recl=0)", "open (10, file='a', recl=8)"],
  ['7 RECL= needs an integer', "open (10, file='a', recl='a')", "open (10, file='a', recl=i)"],
  [
    '7 RECL= is not allowed for files with ACCESS="STREAM"',
    "open (10, access='stream', recl=8)",
    "open (10, access='direct', recl=8)",
  ],
  [
    '7 POSITION= is not allowed for files with ACCESS="DIRECT"',
    "open (10, access='direct', recl=8, position='append')",
    "open (10, position='append')",
  ],
  [
    '7 FILE= is not allowed for files with STATUS="SCRATCH"',
    "open (10, file='a', status='scratch')",
    "open (10, status='scratch')",
  ],
  ['7 STATUS= needs FILE=', "open (10, status='replace')", "open (10, file='a', status='replace')"],
  [
    '7 BLANK= is not allowed for files with FORM="UNFORMATTED"',
    "open (10, form='unformatted', blank='null')",
    "open (10, form='formatted', blank='null')",
  ],
  [
    '7 IOLENGTH= cannot be combined with other specifiers',
    'inquire (iolength=i, exist=l) x',
    'inquire (iolength=i) x',
  ],
  ['7 ID= needs PENDING=', 'inquire (10, id=i)', 'inquire (10, id=i, pending=l)'],
  ['7 INQUIRE does not accept CONSTRUCTOR=', 'inquire (10, constructor=l)', 'inquire (10, opened=l)'],
  ['7 ID= needs an integer', 'wait (10, id=x)', 'wait (10, id=i)'],
  ['7 Expected keyword= here', 'write (unit=10, *) i', 'write (unit=10, fmt=*) i'],
  ['7 The unit "*" needs a format', 'write (*) i', 'write (*, *) i'],
  ['7 REC= cannot be combined with the format', 'write (10, *, rec=1) i', "write (10, '(i3)', rec=1) i"],
  ['7 REC= needs an integer', 'write (10, rec=x) i', 'write (10, rec=i) i'],
  ['7 A format and NML= are mutually exclusive', 'write (10, *, nml=n)', 'write (10, nml=n)'],
  ['7 DECIMAL= needs a format', "write (10, decimal='comma') x", "write (10, n, decimal='comma')"],
  ['7 DELIM= needs the format "*"', "write (10, '(a)', delim='quote') c", "write (10, n, delim='quote')"],
  ['7 This integer is not a format', 'write (*, i) x', 'assign 5 to i\nwrite (*, i) x\n5 format (f5.1)'],
  ['7 Expected an item after the comma', 'write (*, *) i,', 'write (*, *) i'],
  ['7 The loop variable "l" must be', 'print *, (x, l = 1, 3)', 'print *, (x, i = 1, 3)'],
  ['7 Expected an item after the comma in the format', '5 format (i3,)', '5 format (i3)'],
  ['7 G0 cannot have an exponent width', "print '(g0.3e2)', x", "print '(g9.3e2)', x"],
])('%s', (message, refused, valid) => {
  expect(errors(refused).join('\n')).toContain(message);
  expect(errors(valid)).toEqual([]);
});

test('with IOSTAT= or ERR=, unknown specifier values are left to run time', () => {
  expect(errors("open (10, file='a', status='foo', iostat=ios)")).toEqual([]);
  expect(errors("close (10, status='foo', err=5)\n5 continue")).toEqual([]);
});
