// The strings are the output of wasm-ld from LLVM 22.
import { expect, test } from 'vitest';
import { explainLinkerOutput } from './linker-output.ts';

const INPUTS = [
  { path: 'main.o', source: 'src/main.c' },
  { path: 'sub/b.o', source: 'src/sub/b.cpp' },
];

test('the explanation of an undefined function follows the linker’s own message', () => {
  const { text, diagnostics } = explainLinkerOutput(
    'wasm-ld: error: main.o: undefined symbol: compute',
    INPUTS,
  );
  expect(text).toMatch(
    /^wasm-ld: error: main\.o: undefined symbol: compute\nhaze: "compute" is used but not defined in any source/,
  );
  expect(diagnostics).toMatchObject([
    {
      file: 'src/main.c',
      severity: 'error',
      message: 'main.o: undefined symbol: compute',
      notes: [{ severity: 'note' }],
    },
  ]);
});

test('a wrapped function is reported under its name in the program', () => {
  expect(explainLinkerOutput('wasm-ld: error: main.o: undefined symbol: __wrap_sin', INPUTS).text).toContain(
    'haze: "sin" is used',
  );
});

test('an undefined Fortran procedure is reported under its Fortran name, with advice', () => {
  const { text, diagnostics } = explainLinkerOutput('wasm-ld: error: solve.o: undefined symbol: my_sub_', [
    { path: 'solve.o', source: 'solve.f90' },
  ]);
  expect(text).toMatch(/haze: "my_sub" is an external procedure that no source .* with BIND\(C\)\.$/);
  expect(text).not.toContain('extern "C"');
  expect(diagnostics[0]!.notes[0]!.message).toContain('"my_sub"');
});

test('two main functions cause one message that names both sources', () => {
  const said = ['__original_main', 'main'].map(
    (name) => `wasm-ld: error: duplicate symbol: ${name}\n>>> defined in main.o\n>>> defined in sub/b.o`,
  );
  const { text, diagnostics } = explainLinkerOutput(said.join('\n\n'), INPUTS);
  expect(text).toContain('haze: Two sources define "main"');
  expect(text).toContain('duplicate symbol: __original_main');
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]!.notes.map(({ file, message }) => [file, message])).toEqual([
    ['src/main.c', 'defined in main.o'],
    ['src/sub/b.cpp', 'defined in sub/b.o'],
    [undefined, expect.stringContaining('Two sources define')],
  ]);
});

test.each([
  ['pthread_create', 'There are no threads on this target: "pthread_create"'],
  ['fork', 'a sandbox without processes'],
  ['socket', 'a sandbox without processes'],
  [
    'system',
    '"system" is not available there. Run the other program outside Haze, and pass its output to this one as a file',
  ],
])('%s is not available here', (symbol, expected) => {
  expect(explainLinkerOutput(`wasm-ld: error: main.o: undefined symbol: ${symbol}`, INPUTS).text).toContain(
    expected,
  );
});

test('a warning about signatures is explained', () => {
  const said =
    'wasm-ld: warning: function signature mismatch: f\n>>> defined as (i32) -> i32 in main.o\n>>> defined as () -> i32 in sub/b.o';
  const { text, diagnostics } = explainLinkerOutput(said, INPUTS);
  expect(text).toContain(
    `${said}\nhaze: "f" is called with parameter or result types that differ from its definition`,
  );
  expect(diagnostics).toMatchObject([
    { severity: 'warning', notes: [{ file: 'src/main.c' }, { file: 'src/sub/b.cpp' }, { severity: 'note' }] },
  ]);
});

test('empty output has no diagnostics', () => {
  expect(explainLinkerOutput('', INPUTS)).toEqual({ text: '', diagnostics: [] });
});
