// The strings are the output of clang 22 run with -fdiagnostics-print-source-range-info and
// -fdiagnostics-parseable-fixits.
import { expect, test } from 'vitest';
import { parseClangOutput } from './clang-output.ts';

const OUTPUT = `In file included from sub/a.c:1:
main.c:3:10:{3:10-3:13}{3:20-3:22}: warning: unused variable 'abc' [-Wunused-variable]
    3 |       int abc;
      |           ^~~
main.c:5:3: error: use of undeclared identifier 'prinft'; did you mean 'printf'? [-Werror,-Wthing]
    5 |    prinft("a");
      |    ^~~~~~
      |    printf
fix-it:"main.c":{5:3-5:9}:"printf"
/usr/include/stdio.h:88:5: note: 'printf' declared here
   88 |  int printf(const char *__restrict, ...);
      |      ^
2 errors generated.
`;

test('messages are parsed, and the text loses only its machine-readable parts', () => {
  const { text, diagnostics } = parseClangOutput(OUTPUT);
  expect(text).toBe(
    OUTPUT.replace('{3:10-3:13}{3:20-3:22}:', '')
      .replaceAll(' |  ', ' | ')
      .replace(/fix-it.*\n/, '')
      .trimEnd(),
  );
  expect(diagnostics).toEqual([
    {
      file: 'main.c',
      line: 3,
      column: 10,
      endLine: 3,
      endColumn: 13,
      severity: 'warning',
      message: "unused variable 'abc'",
      option: '-Wunused-variable',
      notes: [],
      fixIts: [],
    },
    {
      file: 'main.c',
      line: 5,
      column: 3,
      severity: 'error',
      option: '-Wthing',
      message: "use of undeclared identifier 'prinft'; did you mean 'printf'?",
      notes: [
        {
          file: '/usr/include/stdio.h',
          line: 88,
          column: 5,
          severity: 'note',
          message: "'printf' declared here",
          notes: [],
          fixIts: [],
        },
      ],
      fixIts: [{ file: 'main.c', startLine: 5, startColumn: 3, endLine: 5, endColumn: 9, text: 'printf' }],
    },
  ]);
});

test.each([
  ["clang: error: unknown argument: '-fnope'", 'error', "unknown argument: '-fnope'"],
  [
    'fatal error: too many errors emitted, stopping now [-ferror-limit=]',
    'fatal',
    'too many errors emitted, stopping now [-ferror-limit=]',
  ],
  ['clang++: warning: argument unused [-Wunused-command-line-argument]', 'warning', 'argument unused'],
  ['LLVM ERROR: out of memory', 'fatal', 'out of memory'],
])('a message without a location is parsed: %s', (line, severity, message) => {
  expect(parseClangOutput(line).diagnostics).toMatchObject([{ severity, message }]);
  expect(parseClangOutput(line).diagnostics[0]).not.toHaveProperty('file');
});

test('a fatal error has a location', () => {
  expect(parseClangOutput("a b.c:1:10: fatal error: 'x.h' file not found").diagnostics).toMatchObject([
    { file: 'a b.c', line: 1, column: 10, severity: 'fatal', message: "'x.h' file not found" },
  ]);
});

test('escapes in a fix-it are decoded', () => {
  const line = 'fix-it:"d\\303\\251.c":{1:2-1:2}:"\\"a\\\\\\n\\342\\202\\254\\t"';
  expect(parseClangOutput(`x.c:1:1: error: e\n${line}`).diagnostics[0]!.fixIts).toMatchObject([
    { file: 'dé.c', text: '"a\\\n€\t' },
  ]);
});

test('empty output has no diagnostics', () => {
  expect(parseClangOutput('')).toEqual({ text: '', diagnostics: [] });
});

test.each([
  ['UxHwDoubleGausDist', 'double UxHwDoubleGaussDist(double mean, double stddev)'],
  ['UxHwDoubleParetoDist', 'double UxHwDoubleBoundedparetoDist(double alpha, double min, double max)'],
])(
  'for %s, which <uxhw.h> does not have, the closest function is suggested with its signature',
  (name, signature) => {
    const { text, diagnostics } = parseClangOutput(
      `main.c:4:14:{4:14-4:32}: error: call to undeclared function '${name}'; ISO C99 and later do not support implicit function declarations [-Wimplicit-function-declaration]\n1 error generated.\n`,
    );
    const hint = `There is no function "${name}" in <uxhw.h>; the closest match is ${signature}.`;
    expect(text).toContain(`haze: ${hint}`);
    expect(diagnostics[0]?.notes.map(({ message }) => message)).toEqual([hint]);
  },
);

const DECLARED_HERE =
  "/haze/include/uxhw.h:100:8: note: 'UxHwDoubleBetaDist' declared here\n   100 |  double UxHwDoubleBetaDist(double a, double b);\n       |         ^\n";
const FIX_IT = 'fix-it:"p.c":{3:28-3:48}:"UxHwDoubleBetaDist"\n';

test.each([
  [
    'C',
    `p.c:3:28: error: call to undeclared function 'UxHwDoubleParetoDist'; ISO C99 and later do not support implicit function declarations [-Wimplicit-function-declaration]\n     3 |  double x = UxHwDoubleParetoDist(1,2);\n       |             ^\np.c:3:28: note: did you mean 'UxHwDoubleBetaDist'?\n${DECLARED_HERE}${FIX_IT}`,
  ],
  [
    'C++',
    `p.c:3:28:{3:28-3:48}: error: use of undeclared identifier 'UxHwDoubleParetoDist'; did you mean 'UxHwDoubleBetaDist'?\n     3 |  double x = UxHwDoubleParetoDist(1,2);\n       |             ^~~~~~~~~~~~~~~~~~~~\n       |             UxHwDoubleBetaDist\n${FIX_IT}${DECLARED_HERE}`,
  ],
])('a guess from clang is omitted if our hint names another function: %s', (_, output) => {
  const { text, diagnostics } = parseClangOutput(`${output}1 error generated.\n`);
  expect(text).not.toContain('Beta');
  expect(text).toContain('UxHwDoubleBoundedparetoDist(');
  expect(text).toMatch(/double x = UxHwDoubleParetoDist\(1,2\);\n.*\^~*\n1 error generated\.$/);
  expect(JSON.stringify(diagnostics)).not.toContain('Beta');
  expect(diagnostics).toHaveLength(1);
});

test('clang’s guess is kept if our hint names the same function', () => {
  const { diagnostics } = parseClangOutput(
    'p.c:3:1: error: use of undeclared identifier \'UxHwDoubleGausDist\'; did you mean \'UxHwDoubleGaussDist\'?\nfix-it:"p.c":{3:1-3:19}:"UxHwDoubleGaussDist"\n',
  );
  expect(diagnostics[0]?.fixIts[0]?.text).toBe('UxHwDoubleGaussDist');
});

test.each(['__builtin_setjmp', '__builtin_longjmp'])(
  '%s is rejected, and an alternative is suggested',
  (name) => {
    const { text, diagnostics } = parseClangOutput(
      `main.c:4:7:{4:7-4:31}: error: ${name} is not supported for the current target\n1 error generated.\n`,
    );
    expect(text).toMatch(/^haze: WebAssembly has no registers for "__builtin_\w+" to save\./);
    expect(diagnostics[0]?.notes[0]?.message).toContain('setjmp and longjmp from <setjmp.h>');
  },
);
