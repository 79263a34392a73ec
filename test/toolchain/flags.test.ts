// Flags, folders and libraries: the compiler's inputs, and limits on its work.

import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import type { BuildRequest } from '../../src/toolchain/building/build-result.ts';
import { createClangCompiler } from '../../src/toolchain/clang/clang-compiler.ts';
import { listDefinedFunctions } from '../../src/toolchain/linking/object-symbols.ts';
import { keptClang } from '../kept/kept-clang.ts';
import { BARE_GUEST } from './bare-guest.ts';
import { exitStatusOf } from './exit-status.ts';

const clang = keptClang;
const build = (request: BuildRequest) => buildProgram(request, { clang, guest: BARE_GUEST });

async function expectBuilds(request: BuildRequest): Promise<void> {
  const result = await build(request);
  expect(result.ok, result.log).toBe(true);
}

/** A function's instructions at an optimisation level, not including instructions that only move values. */
async function instructionsOf(body: string, level: string, language: 'C' | 'C++' = 'C'): Promise<string[]> {
  const [path, text] =
    language === 'C'
      ? ['a.c', `#include <math.h>\ndouble f(double x, double y) { ${body} }\n`]
      : ['a.cpp', `#include <cmath>\nextern "C" double f(double x, double y, float a) { ${body} }\n`];
  const { object } = await createClangCompiler(clang, BARE_GUEST).compile({
    sources: [path],
    language,
    files: new Map([[path, text]]),
    directory: '',
    flags: [level],
    debug: false,
    traits: [],
  });
  const run = await clang.run(['objdump', '-d', '-r', 'a.o'], { 'a.o': object! });
  const code = new TextDecoder()
    .decode(run.stdout)
    .split('<f>:')[1]!
    .split(/\n[0-9a-f]+ </)[0]!;
  const instruction =
    /\b(f(?:64|32)\.(?!const|load|store|promote|demote)\w+|R_WASM_FUNCTION_INDEX_LEB\s+\w+)/g;
  return [...code.matchAll(instruction)].map(([found]) => found.replace(/^R_\w+\s+/, 'call '));
}

describe('folders', () => {
  test('the program’s own uxhw.h takes precedence in quotes, and ours in angle brackets', async () => {
    const sources = {
      'main.c':
        '#include "uxhw.h"\n#ifdef FROM_RUNTIME\n#error ours\n#endif\nint main(void) { return OWN; }\n',
      'uxhw.h': '#define OWN 0\n',
      'inc/angle.c': '#include <uxhw.h>\n#ifndef FROM_RUNTIME\n#error theirs\n#endif\n',
      'inc/uxhw.h': '#error theirs\n',
      'sub/quoted.c': '#include "uxhw.h"\n#ifdef FROM_RUNTIME\n#error ours\n#endif\n',
      'own/uxhw.h': '',
    };
    await expectBuilds({ sources: { 'main.c': sources['main.c'], 'uxhw.h': sources['uxhw.h'] } });
    const main = { 'main.c': 'int main(void) { return 0; }\n' };
    await expectBuilds({
      sources: { ...main, 'angle.c': sources['inc/angle.c'], 'inc/uxhw.h': sources['inc/uxhw.h'] },
      configMk: 'CFLAGS = -Iinc\n',
    });
    await expectBuilds({
      sources: { ...main, 'sub/quoted.c': sources['sub/quoted.c'], 'own/uxhw.h': '' },
      configMk: 'CFLAGS = -I own\n',
    });
  });

  test('-I is relative to the build folder, and headers may be above it', async () => {
    const sources = {
      'src/main.c': '#include <lib.h>\n#include "deep/d.h"\nint main(void) { return LIB + D; }\n',
      'src/include/deep/d.h': '#include "../up.h"\n#define D UP\n',
      'src/include/up.h': '#define UP 0\n',
      'vendor/include/lib.h': '#define LIB 0\n',
      'src/config.mk': 'SOURCES = main.c\nCFLAGS = -Iinclude -I../vendor/include\n',
    };
    await expectBuilds({ sources, directory: 'src' });
  });

  test('folders may contain sources of the same name, and may have the name of a system folder', async () => {
    const sources = {
      'a/x.c': 'int a(void) { return 0; }\n',
      'b/x.c': 'int a(void);\nint main(void) { return a(); }\n',
      'usr/include/stdio.h': '#error not this\n',
      'usr/c.c': '#include <stdio.h>\n',
    };
    await expectBuilds({ sources });
  });

  test('folders may contain sources given as bytes', async () => {
    await expectBuilds({
      sources: new Map([['main.c', new TextEncoder().encode('int main(void) { return 0; }\n')]]),
    });
  });
});

describe('definitions and libraries', () => {
  test('definitions may contain quotes and spaces', async () => {
    const text = '_Static_assert(sizeof(NAME) == 6, "");\nint main(void) { return 0; }\n';
    await expectBuilds({ sources: { 'main.c': text }, configMk: `CFLAGS = -DNAME='"a b c"'\n` });
  });

  test.each([
    ['clock()', '#include <time.h>\nint main(void) { return clock() == 0; }\n'],
    [
      'setjmp',
      '#include <setjmp.h>\njmp_buf b;\nint main(void) { if (setjmp(b)) return 0; longjmp(b, 1); }\n',
    ],
    ['signal', '#include <signal.h>\nint main(void) { return signal(SIGINT, SIG_IGN) == SIG_ERR; }\n'],
    [
      'mmap',
      '#include <sys/mman.h>\nint main(void) { return mmap(0, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == 0; }\n',
    ],
    ['getpid', '#include <unistd.h>\nint main(void) { return getpid() == 0; }\n'],
    ['long double', '#include <stdio.h>\nint main(void) { return printf("%Lf", 1.5L) == 0; }\n'],
  ])('%s links in C', async (_name, text) => {
    await expectBuilds({ sources: { 'main.c': text } });
  });

  test('__builtin_setjmp and __builtin_longjmp are rejected, and the log suggests an alternative', async () => {
    const text =
      'void *b[5];\nint main(void) { if (__builtin_setjmp(b)) return 0; __builtin_longjmp(b, 1); }\n';
    const { ok, log } = await build({ sources: { 'main.c': text } });
    expect(ok).toBe(false);
    for (const name of ['__builtin_setjmp', '__builtin_longjmp'])
      expect(log).toMatch(new RegExp(`"${name}" to save. Use setjmp and longjmp from <setjmp.h>`));
  });

  test('the language in the request takes precedence over the suffix', async () => {
    const sources = { 'main.c': 'int main() { return static_cast<int>(0.5); }\n' };
    await expectBuilds({ sources, language: 'C++' });
    const odd = await build({ sources: { program: 'int main(void) { return 0; }\n' }, language: 'C' });
    expect(odd.log).toContain('-x c -c program -o program.o');
    expect(odd.ok).toBe(true);
  });

  test('C and C++ can be combined, and a program may select the standard', async () => {
    const sources = {
      'main.cpp':
        '#include <vector>\nextern "C" int f(void);\nint main() { std::vector v{f()}; return v[0]; }\n',
      'f.c': 'int f(void) { return 0; }\n',
    };
    await expectBuilds({ sources });
    const concept = 'template <class T> concept Any = true;\nint main() { return 0; }\n';
    expect((await build({ sources: { 'a.cpp': concept } })).ok).toBe(false);
    await expectBuilds({ sources: { 'a.cpp': concept }, configMk: 'CXXFLAGS = -std=c++20\n' });
  });

  test('dropped flags are at the top of the log', async () => {
    const { log } = await build({
      sources: { 'main.c': 'int main(void) { return 0; }\n' },
      configMk: 'CFLAGS = -march=native -O1\nLDFLAGS = -lgsl -lm\n',
    });
    expect(log).toMatch(
      /^haze: dropped -march=native \(CFLAGS\): .*\nhaze: -O1 \(CFLAGS\) is replaced with -O1 -finline-functions, because .*\nhaze: dropped -lgsl \(LDFLAGS\): .*\nclang -O2 -Wall -Werror=implicit-function-declaration -O1 -finline-functions -c main\.c -o main\.o\nclang main\.o -lm -o program\.wasm\nBuild completed after \d+ ms: \d+ bytes\.\n$/,
    );
  });

  test('debug information is created only on request', async () => {
    const sources = { 'main.c': 'int main(void) { return 0; }\n' };
    const [plain, debug] = [await build({ sources }), await build({ sources, debug: true })];
    expect(plain.ok && debug.ok && debug.sizeBytes > plain.sizeBytes).toBe(true);
  });

  test('the stack holds 7 MB of arrays, and traps when it overflows, before it reaches the data', async () => {
    const big =
      'int main(int argc, char **argv) { volatile char a[7000000]; a[0] = 3; a[6999999] = argc; return a[0]; }\n';
    expect(await exitStatusOf({ sources: { 'main.c': big } }, { clang, guest: BARE_GUEST })).toBe(3);
    const deep =
      'volatile int sink;\nint f(int n) { volatile char a[4096]; a[n & 7] = 1; return f(n + 1) + a[0]; }\nint main(void) { return f(0); }\n';
    await expect(
      exitStatusOf({ sources: { 'main.c': deep }, configMk: 'CFLAGS = -O0\n' }, { clang, guest: BARE_GUEST }),
    ).rejects.toThrow(WebAssembly.RuntimeError);
  });

  test('the functions defined by an object are listed', async () => {
    const { object } = await createClangCompiler(clang, BARE_GUEST).compile({
      sources: ['a.c'],
      language: 'C',
      directory: '',
      flags: [],
      debug: false,
      traits: [],
      files: new Map([
        ['a.c', 'int data = 1; extern int other; int g(void); int f(void) { return g() + other; }\n'],
      ]),
    });
    expect(listDefinedFunctions(object!)).toEqual(['f']);
  });
});

// On a core without correlation tracking, the two forms in each pair are different programs (see the document about
// floating-point hooks). The compiler must therefore preserve both forms at every level.
describe.each(['-O0', '-O1', '-O2', '-O3', '-Os'])('arithmetic is not simplified at %s', (level) => {
  test.each<[string, string[]]>([
    ['return x * 2.0;', ['f64.mul']],
    ['return 2.0 * x + y;', ['f64.mul', 'f64.add']],
    ['return x + x;', ['f64.add']],
    ['return pow(x, 2);', ['call pow']],
    ['return pow(x, 0.5);', ['call pow']],
    ['return pow(2.0, x);', ['call pow']],
    ['return exp2(x);', ['call exp2']],
    ['return cos(-x);', ['f64.neg', 'call cos']],
    ['return log(exp(x));', ['call exp', 'call log']],
    ['return fmax(x, y);', ['call fmax']],
    ['return fmin(x, y);', ['call fmin']],
    ['return fma(x, y, 1.0);', ['call fma']],
    ['return x * y + 1.0;', ['f64.mul', 'f64.add']],
    ['return x / y * y;', ['f64.div', 'f64.mul']],
    ['return x - x;', ['f64.sub']],
    ['return ldexp(x, 3);', ['call ldexp']],
    ['return sin(1.0) + x;', ['call sin', 'f64.add']],
    [
      'return sqrt(x) * sqrt(x);',
      level === '-O0' ? ['f64.sqrt', 'f64.sqrt', 'f64.mul'] : ['f64.sqrt', 'f64.mul'],
    ],
    ['return fabs(x);', ['f64.abs']],
    ['return floor(x);', ['f64.floor']],
    ['return copysign(x, y);', ['f64.copysign']],
  ])('%s', async (body, expected) => {
    expect(await instructionsOf(body, level)).toEqual(expected);
  });
});

// The C++ library calls these functions through compiler builtins.
describe('arithmetic is not simplified in C++', () => {
  test.each<[string, string[]]>([
    ['return std::pow(x, 2);', ['call pow']],
    ['return std::pow(a, 2.0f);', ['call powf']],
    ['return std::pow(x, 0.5);', ['call pow']],
    ['return std::cos(-a);', ['f32.neg', 'call cosf']],
    ['return std::sin(1.0f) + a;', ['call sinf', 'f32.add']],
    ['return std::ldexp(a, 3);', ['call ldexpf']],
    ['return std::fmax(x, y);', ['call fmax']],
    ['return std::exp2(a);', ['call exp2f']],
    ['return std::sqrt(x);', ['f64.sqrt']],
    ['return std::abs(x);', ['f64.abs']],
    ['return std::round(x);', ['call round']],
    ['return std::floor(x);', ['f64.floor']],
  ])('%s', async (body, expected) => {
    expect(await instructionsOf(body, '-O2', 'C++')).toEqual(expected);
  });

  test('the header that turns operations into calls is compatible with the library’s own headers', async () => {
    const all = [
      'cmath',
      'complex',
      'random',
      'numeric',
      'algorithm',
      'valarray',
      'math.h',
      'complex.h',
      'tgmath.h',
    ];
    const text = `${all.map((name) => `#include <${name}>\n`).join('')}int main() { return std::abs(std::complex<double>()) != 0; }\n`;
    for (const standard of ['c++11', 'c++17', 'c++23']) {
      await expectBuilds({
        sources: { 'a.cpp': text },
        configMk: `CXXFLAGS = -Wall -Wextra -Werror -std=${standard}\n`,
      });
    }
    const c =
      '#include <math.h>\n#include <complex.h>\n#include <tgmath.h>\nint main(void) { return pow(1.0f, 2.0f) != 1.0f; }\n';
    for (const standard of ['c99', 'gnu17', 'c23']) {
      await expectBuilds({ sources: { 'a.c': c }, configMk: `CFLAGS = -Wextra -Werror -std=${standard}\n` });
    }
  });
});
