import { expect, test } from 'vitest';
import { compileFortran } from './compile-fortran.ts';

function diagnose(text: string, path = 'x.f90'): string[] {
  const result = compileFortran([{ path, text }]);
  return result.diagnostics.map((d) => `${d.line}:${d.column} ${d.message}`);
}

const REFUSED: [string, string, string[]][] = [
  [
    'an IF without END IF',
    'program p\nif (.true.) then\nprint *, 1\nend program\n',
    ['4:1 Expected END IF for the IF on line 2, but found END PROGRAM.'],
  ],
  [
    'an undeclared name',
    'program p\nimplicit none\nx = 1\nend program\n',
    ['3:1 The name "x" is not declared, and IMPLICIT NONE is in effect.'],
  ],
  [
    'two main programs',
    'program p\nend program\nprogram q\nend program\n',
    ['3:1 There are two main programs.'],
  ],
  [
    'a missing module',
    'program p\nuse nowhere\nend program\n',
    ['2:5 There is no module "nowhere": no source in this build defines it.'],
  ],
  [
    'an argument of the wrong type, naming both types',
    'program p\ncall s(1.5)\ncontains\nsubroutine s(i)\ninteger, intent(in) :: i\nend subroutine\nend program\n',
    ['2:8 Type mismatch in argument "i" of "s": declared INTEGER(4), given REAL(4).'],
  ],
  [
    'an argument of the wrong rank',
    'program p\ninteger :: a(2,2)\ncall s(a)\ncontains\nsubroutine s(i)\ninteger, intent(in) :: i(:)\nend subroutine\nend program\n',
    ['3:8 Rank mismatch in argument "i" of "s": declared rank 1, given rank 2.'],
  ],
  [
    'a missing argument',
    'program p\ncall s()\ncontains\nsubroutine s(i)\ninteger, intent(in) :: i\nend subroutine\nend program\n',
    ['2:6 The argument "i" of "s" is missing.'],
  ],
  [
    'shapes that do not conform',
    'program p\ninteger :: a(3), b(4)\na = 1; b = 2\nprint *, a + b\nend program\n',
    ['4:12 The operands do not conform: their shapes are (3) and (4).'],
  ],
  [
    'an assignment to INTENT(IN)',
    'subroutine s(i)\ninteger, intent(in) :: i\ni = 3\nend\nprogram p\nend\n',
    ['3:1 "i" has INTENT(IN) and cannot be assigned.'],
  ],
  [
    'an image selector on a non-coarray',
    'program p\ninteger :: i\ni[1] = 3\nend program\n',
    ['3:1 "i" is not a coarray.'],
  ],
  [
    'an unterminated string',
    "program p\nprint *, 'abc\nend program\n",
    ["2:10 Unterminated character constant: the closing ' is missing."],
  ],
  [
    'characters assigned to a number',
    "program p\ninteger :: i\ni = 'abc'\nend program\n",
    ['3:1 Cannot convert CHARACTER(3) to INTEGER(4).'],
  ],
  [
    'a missing label',
    'program p\ngo to 10\nend program\n',
    ['2:1 The label 10 is not defined in this program unit.'],
  ],
  [
    'a missing component',
    'program p\ntype t\ninteger :: a\nend type\ntype(t) :: x\nx%b = 1\nend program\n',
    ['6:3 The type "t" has no component or procedure "b".'],
  ],
  [
    'the import of a private name',
    'module m\nprivate\ninteger :: k\nend module\nprogram p\nuse m, only: k\nend program\n',
    ['6:14 "k" is private in the module "m".'],
  ],
  [
    'a variable that is declared with two types',
    'program p\ninteger :: i\nreal :: i\nend program\n',
    ['3:9 The type of "i" is declared twice.'],
  ],
  [
    'a constant that overflows',
    'program p\nprint *, 2147483647 + 1\nend program\n',
    ['2:21 The constant expression overflows INTEGER(4).'],
  ],
  [
    'an END of the wrong block',
    'program p\ndo i = 1, 3\nend if\nend program\n',
    ['3:1 Expected END DO for the DO on line 2, but found END IF.'],
  ],
  [
    'an undeclared function',
    'program p\nimplicit none\nprint *, f(3)\nend program\n',
    ['3:10 "f" is neither an array nor a declared function.'],
  ],
  ['EXIT outside a loop', 'program p\nexit\nend program\n', ['2:1 EXIT is not in a loop.']],
  [
    'several errors in one source',
    'program p\ninteger :: i\ni = 3 +\nprint *, (i\nend program\n',
    [
      '3:8 Expected an expression, but the statement ends.',
      '4:12 Expected ")" to close the parenthesis, but the statement ends.',
    ],
  ],
];

for (const [name, text, messages] of REFUSED) {
  test(`refused: ${name}`, () => expect(diagnose(text)).toEqual(messages));
}

test('a module that uses itself through another module is rejected', () => {
  const messages = diagnose(
    'module a\nuse b\nend module\nmodule b\nuse a\nend module\nprogram p\nend program\n',
  );
  expect(messages[0]).toBe('1:1 The module "a" uses itself, directly or through other modules.');
});

test('sources are ordered by their USE statements', () => {
  const result = compileFortran([
    { path: 'main.f90', text: 'program p\nuse m\nprint *, k\nend program\n' },
    { path: 'm.f90', text: 'module m\ninteger :: k = 3\nend module\n' },
  ]);
  expect(result.ok).toBe(true);
});

test('the file suffix determines whether a source is in fixed form', () => {
  expect(
    diagnose('C     COMMENT\n      PROGRAM P\n      D O 10 I = 1, 3\n   10 CONTINUE\n      END\n', 'x.f'),
  ).toEqual([]);
});

test('the preprocessor selects code depending on macros', () => {
  const text =
    '#ifdef WIDE\n#define KIND 8\n#else\n#define KIND 4\n#endif\nprogram p\nreal(KIND) :: x\nprint *, x\nend program\n';
  const wide = compileFortran([{ path: 'x.F90', text }], { defines: ['WIDE'] });
  const plain = compileFortran([{ path: 'x.F90', text }]);
  expect(wide.ok && wide.c).not.toBe(plain.ok && plain.c);
});

test('an included file is found among the includes', () => {
  const result = compileFortran(
    [{ path: 'x.f90', text: "program p\ninclude 'k.inc'\nprint *, k\nend program\n" }],
    {
      includes: [{ path: 'k.inc', text: 'integer, parameter :: k = 3\n' }],
    },
  );
  expect(result.ok).toBe(true);
});

test('an include prefers the file’s own folder, then a -I folder, and rejects an ambiguous name', () => {
  const text = "program p\ninclude 'k.inc'\nprint *, k\nend program\n";
  const includes = [
    { path: 'a/k.inc', text: 'integer, parameter :: k = 111\n' },
    { path: 'b/k.inc', text: "include '../c/l.inc'\n" },
    { path: 'c/l.inc', text: 'integer, parameter :: k = 333\n' },
  ];
  const build = (path: string, includeFolders: string[] = []) => {
    const result = compileFortran([{ path, text }], { includes, includeFolders });
    return result.ok ? /\b(111|333)\b/.exec(result.c)?.[0] : result.diagnostics[0]?.message;
  };
  expect(build('a/x.f90')).toBe('111');
  expect(build('b/x.f90')).toBe('333');
  expect(build('x.f90', ['b'])).toBe('333');
  expect(build('x.f90')).toBe(
    'The included file "k.inc" could be a/k.inc or b/k.inc: add the folder of the intended file with -I.',
  );
});

test('mismatched arguments cause only a warning if the procedure is in another source', () => {
  const sources = [
    { path: 'main.f90', text: 'program p\ncall s(1.5, 2)\nend program\n' },
    { path: 's.f', text: '      subroutine s(i)\n      integer i(2)\n      end\n' },
  ];
  const result = compileFortran(sources);
  expect(result.ok).toBe(true);
  expect(result.diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'Type mismatch in argument "i" of "s": declared INTEGER(4), given REAL(4).'],
    ['warning', '"s" takes 1 argument(s), but 2 are given.'],
  ]);
  const text = sources.map((source) => source.text).join('');
  const inOne = { path: 'all.f90', text };
  expect(compileFortran([inOne]).ok).toBe(false);
});

test('in fixed form, the form of old programs, passing a scalar for an array causes only a warning', () => {
  const text = '      call s(1)\n      end\n      subroutine s(i)\n      integer i(1)\n      end\n';
  const severities = (path: string) => compileFortran([{ path, text }]).diagnostics.map((d) => d.severity);
  expect(severities('x.f')).toEqual(['warning']);
  expect(severities('x.f90')).toEqual(['error']);
});

test.each([
  [
    'where (l) a = y',
    'A polymorphic variable can be assigned only if it is allocatable or has a defined assignment.',
  ],
  [
    'forall (i = 1:2) a(i) = t(2)',
    'A polymorphic variable can be assigned only if it is allocatable or has a defined assignment.',
  ],
  ['where (l) z = sum(reshape(z, [2, 1]), -2)', 'DIM is -2, but the array has 2 dimension(s).'],
  [
    'forall (i = 1:2) z(i) = maxval(sum(reshape(z, [2, 1]), 3))',
    'DIM is 3, but the array has 2 dimension(s).',
  ],
  ['allocate (z, source=y)', 'An object of REAL(4) cannot be allocated as TYPE(e).'],
  ["allocate (z, source=['a'])", 'An object of REAL(4) cannot be allocated as CHARACTER(1).'],
  ['x = y', 'Cannot convert TYPE(e) to TYPE(t).'],
  [
    'y = unpack(y, l, x)',
    'Invalid call to "unpack": FIELD must have the same type as the first argument, TYPE(e).',
  ],
  [
    'y = reshape(y, [2], x)',
    'Invalid call to "reshape": PAD must have the same type as the first argument, TYPE(e).',
  ],
  ['x = merge(x, y, l)', 'The first two arguments of MERGE have different types: TYPE(t) and TYPE(e).'],
])('%s is rejected by the Fortran front end, not by the C compiler behind it', (statement, message) => {
  const text = `module m
type t
integer :: i = 1
end type
type, extends(t) :: e
end type
contains
subroutine s(a, x, y, z, l)
class(*) :: a(:)
type(t) :: x(:)
type(e) :: y(:)
real, allocatable :: z(:)
logical :: l(:)
${statement}
end subroutine
end module
program p
end program
`;
  expect(diagnose(text).join('\n')).toContain(message);
});

test('constant arrays in an array constructor may have more elements than a JavaScript call can have arguments', () => {
  const items = Array.from({ length: 1000 }, (_, i) => i).join(',');
  const doubled = Array.from({ length: 9 }, (_, i) => `integer, parameter :: a${i + 1}(*) = [a${i}, a${i}]`);
  const text = [
    'program p',
    `integer, parameter :: a0(*) = [${items}]`,
    ...doubled,
    'print *, sum(a9)',
    'end',
  ];
  const { diagnostics } = compileFortran([{ path: 'main.f90', text: `${text.join('\n')}\n` }]);
  expect(diagnostics).toEqual([]);
});

test.each(['select case (n)\ncase (1)', 'select type (y)\ntype is (integer)', 'select rank (x)\nrank (0)'])(
  'GOTO can jump to the label of END SELECT in %j',
  (select) => {
    const text = `subroutine s(n, x, y)\ninteger :: n, x(..)\nclass(*) :: y\n${select}\nif (n > 2) goto 10\nn = 2\n10 end select\nend\n`;
    expect(diagnose(text)).toEqual([]);
  },
);
