// Invalid FORTRAN 77 programs, including their input and output: compile-time messages and their locations.
import { expect, test } from 'vitest';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';

function diagnose(path: string, text: string): string[] {
  const { diagnostics } = compileFortran([{ path, text }]);
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ line, message }) => `${line}: ${message}`);
}

const FIXED: [string, string, RegExp][] = [
  ['a missing label', '      GO TO 99\n      END\n', /^1: The label 99 is not defined in this program unit/],
  [
    'a label that is defined twice',
    '   10 I = 1\n   10 J = 2\n      END\n',
    /^2: The label 10 is defined twice/,
  ],
  ['letters in the label field', '  AB  I = 1\n      END\n', /^1: Columns 1 to 5 .* got "AB"/],
  ['a missing FORMAT', '      PRINT 20, 1\n      END\n', /^1: There is no FORMAT with the label 20/],
  [
    'a FORMAT with an unknown descriptor',
    '      PRINT 20, 1\n   20 FORMAT (I5, Q3)\n      END\n',
    /^2: "Q" is not an edit descriptor/,
  ],
  [
    'a FORMAT without a period',
    '      PRINT 20, 1.\n   20 FORMAT (F5)\n      END\n',
    /^2: Expected a period after the width of F/,
  ],
  [
    'a FORMAT without its end',
    '      PRINT 20, 1\n   20 FORMAT (I5, (I3)\n      END\n',
    /^2: The format has no closing parenthesis/,
  ],
  [
    'an invalid format in a constant',
    "      WRITE (*, '(I5,,I3)') 1, 2\n      END\n",
    /^1: "," is not an edit descriptor, or is not allowed here/,
  ],
  [
    'a format in a constant without parentheses',
    "      WRITE (*, 'I5') 1\n      END\n",
    /^1: A format must begin with a parenthesis/,
  ],
  [
    'an unterminated character constant',
    "      PRINT *, 'ABC\n      END\n",
    /^1: Unterminated character constant/,
  ],
  [
    'two main programs',
    '      PROGRAM A\n      END\n      PROGRAM B\n      END\n',
    /^3: There are two main programs/,
  ],
  [
    'two subroutines with the same name',
    '      SUBROUTINE S\n      END\n      SUBROUTINE S\n      END\n      CALL S\n      END\n',
    /^3: The procedure "s" is defined twice/,
  ],
  ['a block without its end', '      IF (I .EQ. 1) THEN\n      I = 2\n      END\n', /END ?IF|end if/i],
  [
    'an invalid unit',
    '      WRITE (1.5, *) 1\n      END\n',
    /^1: A unit must be an integer or a character value; this is REAL/,
  ],
  ['an unknown specifier', '      OPEN (1, FILES = 2)\n      END\n', /^1: OPEN does not accept FILES=/],
  ['a specifier that appears twice', '      CLOSE (1, UNIT = 2)\n      END\n', /^1: UNIT= is given twice/],
  ['READ into a constant', '      READ (*, *) 5\n      END\n', /^1: READ can store values only in variables/],
  ['a statement without a unit', '      REWIND (IOSTAT = I)\n      END\n', /^1: The statement needs a unit/],
];

test.each(FIXED)('%s is reported', (_name, text, expected) => {
  expect(diagnose('bad.f', text)[0]).toMatch(expected);
});

const DEFINED_TRANSFER = (dummies: string, statement: string): string =>
  [
    'module m',
    'type t',
    'contains',
    'procedure :: put',
    'generic :: write(formatted) => put',
    'end type',
    'contains',
    `subroutine put(${dummies})`,
    'class(t), intent(in) :: x',
    'integer, intent(in) :: u, v(:)',
    'character(*), intent(in) :: w',
    'integer, intent(out) :: s',
    'character(*), intent(inout) :: msg',
    's = 0',
    'end subroutine',
    'subroutine use_it(a)',
    'class(t) :: a',
    statement,
    'end subroutine',
    'end module',
  ].join('\n');

test('a defined output procedure with wrong dummy arguments is rejected', () => {
  const text = DEFINED_TRANSFER('x, u, s, msg, v, w', 'print *, a');
  expect(diagnose('bad.f90', text)[0]).toMatch(
    /^18: The procedures that the type "t" binds as WRITE\(FORMATTED\) do not have the required dummy arguments/,
  );
});

test('a polymorphic value cannot be read without a defined input procedure', () => {
  const text = DEFINED_TRANSFER('x, u, w, v, s, msg', 'read *, a');
  expect(diagnose('bad.f90', text)[0]).toMatch(
    /^18: A polymorphic value, CLASS\(t\), can be read or written only by .* bound as READ\(FORMATTED\)/,
  );
});

test('DT with anything but numbers in its list is rejected', () => {
  expect(diagnose('bad.f90', "print '(dt(1,x))', 1\nend\n")[0]).toMatch(
    /^1: Expected a number in the list of DT/,
  );
});
