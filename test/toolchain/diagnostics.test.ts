// Messages from clang and the linker are returned as data, and stay readable in the log.
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import type { BuildRequest } from '../../src/toolchain/building/build-result.ts';
import { keptClang } from '../kept/kept-clang.ts';
import { BARE_GUEST } from './bare-guest.ts';

const clang = keptClang;
const build = (request: BuildRequest) => buildProgram(request, { clang, guest: BARE_GUEST });
const buildC = (text: string) => build({ sources: { 'main.c': text } });

describe('compiler messages', () => {
  test('an error has its location and its fix-it', async () => {
    const { ok, diagnostics, log } = await buildC('int main(void) {\n  return 0\n}\n');
    expect(ok).toBe(false);
    expect(diagnostics).toEqual([
      {
        file: 'main.c',
        line: 2,
        column: 11,
        severity: 'error',
        message: "expected ';' after return statement",
        notes: [],
        fixIts: [{ file: 'main.c', startLine: 2, startColumn: 11, endLine: 2, endColumn: 11, text: ';' }],
      },
    ]);
    expect(log).toContain("main.c:2:11: error: expected ';' after return statement\n    2 |   return 0\n");
    expect(log).not.toContain('fix-it:');
    expect(log).toMatch(/\nBuild failed after \d+ ms: 1 error\.\n$/);
  });

  test('the log contains clang’s terminal output word for word', async () => {
    const text =
      'struct s { int a; };\n\tint f(struct s *p) { return p.a + unknown(\n    "two", 2); }\nint main(void) { double d = "x"; }\n';
    const shown = await clang.run(
      ['clang', '-Wall', '-Werror=implicit-function-declaration', '-c', 'main.c'],
      {
        'main.c': text,
      },
    );
    expect(shown.stderr).toContain('3 errors generated');
    expect((await buildC(text)).log).toContain(shown.stderr.trimEnd());
  });

  test('a warning has its option and the end of its range', async () => {
    const { ok, diagnostics } = await buildC(
      'int main(void) {\n  double x = 1;\n  if (x = 2) return 0;\n  return 1;\n}\n',
    );
    expect(ok).toBe(true);
    expect(diagnostics).toMatchObject([
      {
        line: 3,
        severity: 'warning',
        option: '-Wparentheses',
        notes: [{ severity: 'note' }, { severity: 'note' }],
      },
    ]);
    expect(diagnostics[0]!.notes.flatMap(({ fixIts }) => fixIts.map(({ text }) => text))).toContain('==');
  });

  test('a note belongs to its error and may be in another file', async () => {
    const sources = {
      'main.c': '#include "lib/f.h"\nint main(void) { return f(1, 2); }\n',
      'lib/f.h': '#pragma once\nint f(int);\n',
    };
    const { diagnostics } = await build({ sources });
    expect(diagnostics).toMatchObject([
      {
        file: 'main.c',
        line: 2,
        severity: 'error',
        notes: [{ file: 'lib/f.h', line: 2, column: 5, severity: 'note' }],
      },
    ]);
  });

  test('an implicit declaration causes an error in C', async () => {
    const { ok, diagnostics } = await buildC('int main(void) { return nope(); }\n');
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([{ severity: 'error', option: '-Wimplicit-function-declaration' }]);
  });

  test('a missing header is reported at its #include', async () => {
    const { diagnostics } = await buildC('#include "nope.h"\nint main(void) { return 0; }\n');
    expect(diagnostics).toMatchObject([
      { line: 1, column: 10, severity: 'fatal', message: "'nope.h' file not found" },
    ]);
  });

  test('a flag that clang does not support is reported', async () => {
    const { ok, diagnostics } = await build({
      sources: { 'a.c': 'int main(void) { return 0; }\n' },
      configMk: 'CFLAGS = -fnope\n',
    });
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([{ severity: 'error', message: "unknown argument: '-fnope'" }]);
  });

  test('columns are counted as in editors, for file names and text in any script', async () => {
    const text = '/* 你好 🎲 */ int main(void) { int é = "Grüße" + 1.5; return 0; }\n';
    const { diagnostics, log } = await build({ sources: { 'größe/数.c': text } });
    expect(diagnostics).toMatchObject([
      { file: 'größe/数.c', line: 1, column: text.indexOf('"Grüße" +') + '"Grüße" '.length + 1 },
    ]);
    expect(log).toContain(
      'clang -O2 -Wall -Werror=implicit-function-declaration -c größe/数.c -o größe/数.o',
    );
    expect(log).toContain('/* 你好 🎲 */');
  });

  test('in the log, messages name files relative to the build folder; as data, relative to the root', async () => {
    const sources = {
      'src/sub/a.c': '#include "../x.h"\nint main(void) { return 0; }\n',
      'src/x.h': '#error here\n',
      'lib/b.c': 'int b = ;\n',
    };
    const { diagnostics, log } = await build({
      sources,
      directory: 'src',
      configMk: 'SOURCES = sub/a.c ../lib/b.c\n',
    });
    expect(diagnostics.map(({ file, line }) => [file, line])).toEqual([
      ['src/x.h', 1],
      ['lib/b.c', 1],
    ]);
    expect(log).toContain('In file included from sub/a.c:1:\nsub/../x.h:1:2: error: here');
    expect(log).toContain('\n../lib/b.c:1:9: error: expected expression');
  });

  test('all sources are compiled even if the first source fails', async () => {
    const { diagnostics, commands } = await build({ sources: { 'a.c': 'int a = ;', 'b.c': 'int b = ;' } });
    expect(diagnostics.map(({ file }) => file)).toEqual(['a.c', 'b.c']);
    expect(commands).toHaveLength(2);
  });
});

describe('programs that cannot be linked', () => {
  test('a function without a definition is reported by name', async () => {
    const { ok, diagnostics, log } = await buildC(
      'int nowhere(void);\nint main(void) { return nowhere(); }\n',
    );
    expect(ok).toBe(false);
    expect(log).toContain(
      'wasm-ld: error: main.o: undefined symbol: nowhere\nhaze: "nowhere" is used but not defined',
    );
    expect(diagnostics).toMatchObject([{ file: 'main.c', severity: 'error', notes: [{ severity: 'note' }] }]);
  });

  test('a C++ function is named in full', async () => {
    const { log } = await build({
      sources: { 'a.cpp': 'namespace n { int f(double); }\nint main() { return n::f(1); }\n' },
    });
    expect(log).toContain('undefined symbol: n::f(double)');
    expect(log).toContain('haze: "n::f(double)" is used but not defined');
  });

  test('two main functions are reported', async () => {
    const main = 'int main(void) { return 0; }\n';
    const { diagnostics, log } = await build({ sources: { 'a.c': main, 'b.c': main } });
    expect(log).toContain('Two sources define "main"');
    expect(diagnostics).toMatchObject([{ severity: 'error', message: 'duplicate symbol: main' }]);
  });

  test.each([
    ['an empty source', ''],
    ['a source without main', 'int f(void) { return 1; }\n'],
    ['a main in C++ that is not a function', 'int mainly = 1;\n'],
  ])('%s is rejected', async (_name, text) => {
    const { ok, log } = await buildC(text);
    expect(ok).toBe(false);
    expect(log).toContain('haze: error: The program has no function "main"');
  });

  test.each([
    'int main(void) { return 0; }',
    'int main(int argc, char **argv) { return argc && argv; }',
    'int main() { return 0; }',
  ])('%s is accepted as a main function', async (text) => {
    expect((await buildC(`${text}\n`)).ok).toBe(true);
    expect((await build({ sources: { 'a.cpp': `${text}\n` } })).ok).toBe(true);
  });
});

describe('builds that cannot start', () => {
  test('an empty program is a failed build that states the reason', async () => {
    const result = await build({ sources: {} });
    expect(result).toMatchObject({ ok: false, commands: [], diagnostics: [{ severity: 'fatal' }] });
    expect(result.log).toMatch(
      /^haze: error: The program is empty.*\nBuild failed after \d+ ms: 1 error\.\n$/,
    );
  });

  test('a mistake in config.mk is reported with its location', async () => {
    const { diagnostics } = await build({
      sources: { 's/a.c': '', 's/config.mk': '\ninclude x.mk\n' },
      directory: 's',
    });
    expect(diagnostics).toMatchObject([{ file: 's/config.mk', line: 2, severity: 'fatal' }]);
  });

  test('a language without a compiler is reported', async () => {
    expect((await build({ sources: { 'a.f90': 'end\n' } })).log).toContain(
      'There is no compiler for Fortran here, but "a.f90" needs one',
    );
  });
});

describe('a compiler crash', () => {
  test('a compiler crash on deeply nested brackets makes the build fail, and the next build works', async () => {
    const nested = `int main(void) { return ${'('.repeat(60_000)}1${')'.repeat(60_000)}; }\n`;
    const { ok, log, diagnostics } = await build({
      sources: { 'main.c': nested },
      configMk: 'CFLAGS = -fbracket-depth=1000000\n',
    });
    expect(ok).toBe(false);
    expect(log).toContain('haze: error: the compiler crashed on main.c: it ran out of stack');
    expect(diagnostics.at(-1)).toMatchObject({ file: 'main.c', severity: 'fatal' });
    expect((await buildC('int main(void) { return 0; }\n')).ok).toBe(true);
  });
});
