// The compiler's messages about invalid programs, and the fixes it suggests.
import { expect, test } from 'vitest';
import { compileFortran } from '../compile-fortran.ts';
import { DiagnosticList, packPosition } from './diagnostics.ts';
import type { FortranOptions } from './options.ts';

function diagnose(text: string, options: FortranOptions = {}): string[] {
  const result = compileFortran([{ path: 'x.f90', text }], options);
  return result.diagnostics.map((d) => `${d.line}:${d.column} ${d.message}`);
}

const inMain = (declarations: string, body: string): string =>
  `program p\n${declarations}\n${body}\nend program\n`;
const withSubroutine = (call: string, dummies: string): string =>
  `program p\nimplicit none\ninteger :: a\n${call}\ncontains\nsubroutine s(n)\n${dummies}\nend subroutine\nend program\n`;

const CORRECTED: [string, string, string, string][] = [
  [
    'an undeclared name',
    inMain('implicit none\ninteger :: counter', 'conter = 1'),
    '4:1 The name "conter" is not declared, and IMPLICIT NONE is in effect. Did you mean "counter"?',
    'counter',
  ],
  [
    'a component',
    inMain('type t\ninteger :: height\nend type\ntype(t) :: x', 'x%heigth = 1'),
    '6:3 The type "t" has no component or procedure "heigth". Did you mean "height"?',
    'height',
  ],
  [
    'an argument keyword',
    'program p\ncall s(lenght=3)\ncontains\nsubroutine s(length)\ninteger :: length\nprint *, length\nend subroutine\nend program\n',
    '2:8 "s" has no argument named "lenght". Did you mean "length"?',
    'length',
  ],
  [
    'a module',
    'module linear\nend module\nprogram p\nuse liner\nend program\n',
    '4:5 There is no module "liner": no source in this build defines it. Did you mean "linear"?',
    'linear',
  ],
  [
    'a name from a module',
    'module m\ninteger :: alpha\nend module\nprogram p\nuse m, only: alhpa\nend program\n',
    '5:14 "alhpa" is not in the module "m". Did you mean "alpha"?',
    'alpha',
  ],
  [
    'an intrinsic function',
    inMain('implicit none', 'print *, lentrim("a")'),
    '3:10 "lentrim" is neither an array nor a declared function. Did you mean "len_trim"?',
    'len_trim',
  ],
  [
    'a statement',
    inMain('integer :: i', 'prnt *, i'),
    '3:1 Expected a statement, got "prnt". Did you mean "print"?',
    'print',
  ],
];

for (const [name, text, message, replacement] of CORRECTED) {
  test(`a similar spelling is suggested for ${name}, as a fix that an editor can apply`, () => {
    const result = compileFortran([{ path: 'x.f90', text }]);
    const [first] = result.diagnostics;
    expect(`${first?.line}:${first?.column} ${first?.message}`).toBe(message);
    const fix = first!.fixIts[0]!;
    const lines = text.split('\n');
    const line = lines[fix.line - 1]!;
    lines[fix.line - 1] = line.slice(0, fix.column - 1) + fix.text + line.slice(fix.endColumn - 1);
    expect(fix.text).toBe(replacement);
    expect(diagnose(lines.join('\n'))).toEqual([]);
  });
}

const REFUSED: [string, string, string[]][] = [
  [
    'a constant for an argument that is assigned',
    withSubroutine('call s(3)', 'integer, intent(out) :: n\nn = 1'),
    ['4:8 The argument "n" of "s" has INTENT(OUT): This is not a variable and cannot be assigned.'],
  ],
  [
    'too many arguments',
    withSubroutine('call s(1, 2)', 'integer :: n'),
    ['4:11 "s" takes 1 argument(s), but 2 are given.'],
  ],
  [
    'a PROTECTED variable that another unit assigns',
    'module m\ninteger, protected :: k = 1\nend module\nprogram p\nuse m\nk = 2\nend program\n',
    ['6:1 "k" is PROTECTED and can be assigned only in its module.'],
  ],
  [
    'a constant that is assigned',
    inMain('integer, parameter :: n = 1', 'n = 2'),
    ['3:1 This is not a variable and cannot be assigned.'],
  ],
  [
    'an assignment between different shapes',
    inMain('integer :: a(3), b(4)\nb = 1', 'a = b'),
    ['4:1 The shapes of the two sides differ: (3) and (4).'],
  ],
  [
    'an initial value with a different shape',
    inMain('integer :: a(3) = [1, 2]', 'print *, a'),
    ['2:19 The shape of the initial value, (2), differs from that of the array, (3).'],
  ],
  [
    'an object of an abstract type',
    inMain('type, abstract :: t\nend type\ntype(t) :: x', ''),
    ['4:1 The type "t" is ABSTRACT and cannot have objects; declare CLASS(T) for its extensions.'],
  ],
  [
    'an undefined type',
    inMain('type(point), pointer :: x', 'nullify (x)'),
    ['2:1 The type "point" is not defined.'],
  ],
  [
    'an extension without a deferred procedure',
    'module m\ntype, abstract :: t\ncontains\nprocedure(f), deferred :: g\nend type\nabstract interface\nsubroutine f(self)\nimport t\nclass(t) :: self\nend subroutine\nend interface\ntype, extends(t) :: u\nend type\nend module\nprogram p\nend program\n',
    [
      '12:1 The type "u" is not ABSTRACT, but its procedure "g" is deferred: bind a procedure with that name.',
    ],
  ],
  [
    'output in a PURE procedure',
    withSubroutine('call s(a)', 'integer, intent(in) :: n\nprint *, n').replace(
      '\nsubroutine s',
      '\npure subroutine s',
    ),
    [
      '8:1 PRINT is not allowed in "s", which is PURE or ELEMENTAL; it is allowed in an IMPURE ELEMENTAL procedure.',
    ],
  ],
  [
    'two cases for the same value',
    inMain('integer :: i = 1', 'select case (i)\ncase (1:3)\ncase (2)\nend select'),
    ['5:7 This case overlaps an earlier case.'],
  ],
  [
    'an IF without THEN',
    inMain('logical :: l = .true.', 'if (l)\nprint *, l'),
    ['3:7 Expected THEN or a statement after the condition, but the statement ends.'],
  ],
  [
    'a declaration without the colons that it needs',
    inMain('integer, parameter n = 3', 'print *, 1'),
    ['2:20 Expected "::" before the names.'],
  ],
  [
    'procedures without CONTAINS',
    'program p\nsubroutine s\nend subroutine\nend program\n',
    ['2:1 Expected CONTAINS before the first procedure of "p".'],
  ],
  [
    'an END of another construct',
    'program p\nend porgram p\n',
    [
      '1:1 Expected END PROGRAM for "p" on line 1 before the end of the file.',
      '2:1 Expected END with the name of the construct, such as END PROGRAM, but found "end".',
    ],
  ],
  [
    'an assumed-rank variable in an expression',
    withSubroutine('call s(3)', 'integer :: n(..)\nprint *, n + 1'),
    ['8:1 "n" has assumed rank: it can only be an argument or the selector of SELECT RANK.'],
  ],
  [
    'an assumed-rank variable for a dummy with a fixed rank',
    withSubroutine('call s(3)', 'integer :: n(..)\ncall t(n)').replace(
      'end program',
      'subroutine t(x)\ninteger :: x(:)\nend subroutine\nend program',
    ),
    [
      '8:8 The argument "x" of "t" has rank 1; an assumed-rank variable can be passed only to an assumed-rank dummy, or within SELECT RANK.',
    ],
  ],
  [
    'a local variable of assumed rank',
    inMain('integer :: n(..)', 'n = 1'),
    ['2:12 "n" must be a dummy argument to have assumed rank, "(..)".'],
  ],
  [
    'SELECT RANK of a variable without assumed rank',
    inMain('integer :: i', 'select rank (i)\nrank (0)\nend select'),
    ['3:14 The selector of SELECT RANK must be an assumed-rank dummy argument.'],
  ],
  [
    'text that is not Fortran',
    'program p\n)))\n% 5\nend program\n',
    ['2:1 Expected a statement, but found ")".', '3:1 Expected a statement, but found "%".'],
  ],
];

for (const [name, text, messages] of REFUSED) {
  test(`refused: ${name}`, () => expect(diagnose(text).slice(0, messages.length)).toEqual(messages));
}

const NOT_SUPPORTED: [string, string, string][] = [
  [
    'IEEE flags of complex arithmetic',
    'use ieee_exceptions; complex :: z; logical :: l\nz = z*z; call ieee_get_flag(ieee_overflow, l)',
    'This program reads IEEE flags, but arithmetic of COMPLEX(4) does not raise them',
  ],
  [
    'STAT= in an image selector',
    'real, save :: x[*]\nx[1, stat=i] = 2',
    'STAT= in an image selector is not supported.',
  ],
  [
    'associations of CHANGE TEAM',
    'real, save :: x[*]\nchange team (t, y[*] => x)\nend team',
    'Coarrays associated by CHANGE TEAM are not supported.',
  ],
];

for (const [name, text, message] of NOT_SUPPORTED) {
  test(`refused at its line: ${name}`, () => {
    const found = diagnose(`program p\n${text}\nend program\n`)[0] ?? '';
    expect(found).toContain(message);
    expect(found).toMatch(/^[23]:/);
  });
}

test('-Wall warns about unused variables and arguments, and each warning names its flag', () => {
  const text =
    'program p\nimplicit none\ninteger :: used, unused\nused = f(1, 2)\nprint *, used\ncontains\ninteger function f(a, b)\ninteger, intent(in) :: a, b\nf = a\nend function\nend program\n';
  const all = compileFortran([{ path: 'x.f90', text }], { warnings: ['-Wall'] });
  expect(all.ok).toBe(true);
  expect(all.diagnostics.map((d) => `${d.line} ${d.severity} ${d.option}`)).toEqual([
    '3 warning -Wunused-variable',
    '7 warning -Wunused-dummy-argument',
  ]);
  const some = compileFortran([{ path: 'x.f90', text }], { warnings: ['-Wall', '-Wno-unused-variable'] });
  expect(some.diagnostics.map((d) => d.option)).toEqual(['-Wunused-dummy-argument']);
  expect(compileFortran([{ path: 'x.f90', text }], { warnings: ['-Wall', '-w'] }).diagnostics).toEqual([]);
  expect(compileFortran([{ path: 'x.f90', text }]).diagnostics).toEqual([]);
});

test('a variable that gives an implied DO loop its type counts as used', () => {
  const text = (type: string) =>
    `program p\ninteger :: i\nprint *, [(2 * i, ${type}i = 1, 3)]\nend program\n`;
  expect(diagnose(text(''), { warnings: ['-Wall'] })).toEqual([]);
  expect(diagnose(text('integer :: '), { warnings: ['-Wall'] })).toEqual([
    '2:12 The variable "i" is declared but never used.',
  ]);
});

test('a variable with an implicit type gets a warning, or an error with -fimplicit-none', () => {
  const text = 'program p\nx = 1\nprint *, x\nend program\n';
  expect(diagnose(text, { warnings: ['-Wall'] })).toEqual([
    '2:1 "x" is not declared: its first letter makes it REAL(4).',
  ]);
  expect(diagnose(text, { implicitNone: true })[0]).toContain(
    'is not declared, and IMPLICIT NONE is in effect',
  );
});

test('a constant subscript outside constant bounds gets a warning', () => {
  expect(diagnose(inMain('integer :: a(3)', 'a(4) = 1'))).toEqual([
    '3:3 The subscript 4 is outside the bounds 1:3 of dimension 1 of "a".',
  ]);
});

test('empty sources and binary sources produce messages, not internal compiler errors', () => {
  expect(compileFortran([{ path: 'x.f90', text: '' }]).diagnostics).toEqual([]);
  expect(diagnose('\u0000\u0001\u0002')[0]).toContain('1:1 Expected a statement');
});

// Statements from line 3 onwards, each of which produces one message.
const manyMessages = (statement: string, count: number): string =>
  inMain('integer :: a(3), b', `${`${statement}\n`.repeat(count)}b = 'text'`);

test('many warnings do not hide an error, and warnings beyond the limit are counted', () => {
  const { ok, diagnostics } = compileFortran([{ path: 'x.f90', text: manyMessages('a(4) = 1', 60) }]);
  expect(ok).toBe(false);
  const linesOf = (severity: string) => diagnostics.filter((d) => d.severity === severity).map((d) => d.line);
  expect(linesOf('warning')).toEqual(Array.from({ length: 50 }, (_, i) => 3 + i));
  expect(linesOf('error')).toEqual([63]);
  expect(diagnostics.at(-1)).toMatchObject({
    line: 53,
    severity: 'note',
    message: '10 more warnings are not shown, starting here.',
  });
});

test('the first fifty errors are shown, and further errors are counted', () => {
  const messages = diagnose(manyMessages("b = 'text'", 60));
  expect(messages).toHaveLength(51);
  expect(messages.at(-1)).toBe('53:1 11 more errors are not shown, starting here.');
  expect(diagnose(manyMessages("b = 'text'", 50)).at(-1)).toBe(
    '53:1 One more error is not shown, starting here.',
  );
  expect(diagnose(manyMessages("b = 'text'", 49)).at(-1)).toMatch(/^52:/);
});

test('an error is kept even if there is a warning with the same text at the same place', () => {
  const list = new DiagnosticList(['x.f90']);
  list.warn(packPosition(0, 1, 1), 'The same words.');
  list.error(packPosition(0, 1, 1), 'The same words.');
  list.error(packPosition(0, 1, 9), 'The same words.');
  expect(list.inOrder().map(({ severity }) => severity)).toEqual(['warning', 'error']);
});

test('errors in a program are reported even if the compiler fails on the rest', () => {
  const broken = {
    path: 'broken.inc',
    get text(): string {
      throw new Error('no such text');
    },
  };
  const including = { path: 'y.f90', text: "include 'broken.inc'\nend\n" };
  const compile = (text: string) =>
    compileFortran([{ path: 'x.f90', text }, including], { includes: [broken] });
  expect(compile('program p\n)))\nend program\n')).toMatchObject({
    ok: false,
    diagnostics: [{ line: 2, message: 'Expected a statement, but found ")".' }],
  });
  expect(() => compile('subroutine s\nend subroutine\n')).toThrow('no such text');
});
