// The compiler in parts, as pages load it. Parts are loaded when they are called, and every output is byte-for-byte
// identical to that of the whole compiler. Only programs that call rare functions in the C library have their functions
// in a different order.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isFirstProgram, listPrograms } from '../../scripts/profiled-programs.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { ToolchainFiles } from '../../src/client/program/toolchain/download/toolchain-files.ts';
import { openUnpack } from '../../src/client/program/toolchain/download/unpack.ts';
import { WARMING_PROGRAM } from '../../src/client/program/toolchain/keep-compiled.ts';
import { loadPageClang, loadPageGuest } from '../../src/client/program/toolchain/page-toolchain.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import type { BuildRequest } from '../../src/toolchain/building/build-result.ts';
import { type Clang, openClang, type ToolsPackage } from '../../src/toolchain/clang/clang.ts';
import { createFortranCompiler } from '../../src/toolchain/fortran/fortran-compiler.ts';
import type { GuestRuntime } from '../../src/toolchain/sources/guest-runtime.ts';
import { maybeLanguageOfPath } from '../../src/toolchain/sources/language.ts';
import { importPagePackage, LastingShelf, LIST_URL, ToolchainHost } from './divided-toolchain.ts';

vi.mock('@yowasp/clang', async () => ({ ...(await importPagePackage()) }));

let host: ToolchainHost;
let files: ToolchainFiles;
let whole: Clang;
let divided: Clang;
let guest: GuestRuntime;
let dividedGuest: GuestRuntime;

beforeAll(async () => {
  guest = await loadGuestRuntime();
  whole = await openClang(await vi.importActual<ToolsPackage>('@yowasp/clang'));
  host = await ToolchainHost.open(whole);
  // Simulates a browser without Web Locks whose service worker has not started yet.
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', host.fetch);
  files = new ToolchainFiles(LIST_URL, openUnpack, { shelf: Promise.resolve(new LastingShelf()) });
  divided = await loadPageClang(files, {});
  dividedGuest = await loadPageGuest(files);
});

afterAll(() => vi.unstubAllGlobals());

/** The log and output of a build, without its duration. */
async function build(request: BuildRequest, clang: Clang, runtime: GuestRuntime) {
  const compilers = [createFortranCompiler(clang, runtime)];
  const result = await buildProgram(request, { clang, guest: runtime, compilers });
  const { ok, log, diagnostics } = result;
  const hash = result.ok ? createHash('sha256').update(result.module).digest('hex') : undefined;
  return { ok, diagnostics, hash, log: log.replace(/after \d+ ms/, 'after some ms') };
}

async function expectSame(request: BuildRequest): Promise<{ readonly ok: boolean; readonly log: string }> {
  const expected = await build(request, whole, guest);
  expect(await build(request, divided, dividedGuest)).toEqual(expected);
  return expected;
}

/** Expects equal messages and sizes. */
async function expectSameSize(request: BuildRequest): ReturnType<typeof expectSame> {
  const { hash, ...expected } = await build(request, whole, guest);
  expect(await build(request, divided, dividedGuest)).toMatchObject(expected);
  return expected;
}

const C = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(5.0, 1.0);
  printf("%g %g\\n", x, sqrt(x));
  return 0;
}
`;
const CXX = `#include <cstdio>
#include <new>
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
template <class Side> struct Square final : Shape {
  explicit Square(Side side) : side(side) {}
  double area() const override { return side * side; }
  Side side;
};
int main() {
  const Shape *shape = new Square<double>(2.0);
  auto print = [](double value) { std::printf("%g\\n", value); };
  print(shape->area());
  delete shape;
}
`;
const UNUSUAL = `#include <complex.h>
#include <stdarg.h>
#include <stdatomic.h>
typedef float vec __attribute__((vector_size(16)));
_Complex double z(_Complex double a, _Complex double b) { return a * b / (a + conj(b)); }
int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  while (n--) s += va_arg(list, int);
  va_end(list);
  return s;
}
_Atomic int count;
int walk(int *p, int n) {
  static const void *next[] = {&&even, &&odd};
  int m[n];
  __builtin_memcpy(m, p, sizeof m);
  goto *next[n & 1];
even:
  return m[0];
odd:
  return __extension__({ int r = m[n - 1]; atomic_fetch_add(&count, r); r; });
}
struct bits { int a : 3; unsigned b : 5; _BitInt(40) wide; } __attribute__((packed));
#define kind(x) _Generic((x), int: 1, double: 2, default: 3)
long double wide(struct bits *b) { return b->wide * 1.0L + kind(b->a); }
int main(void) {
  int a[3] = {[1] = 2, [2] = 5};
  return sum(2, walk(a, 3), (int)creal(z(1, I))) + __builtin_popcountll(count) + __builtin_clz(5);
}
`;

test('the first part is enough for a C program, and for the program that warms up the engine', async () => {
  for (const source of [C, WARMING_PROGRAM])
    expect(await expectSame({ sources: { 'main.c': source } })).toMatchObject({ ok: true });
  expect([...host.asked]).toEqual([undefined]);
});

const HINT = 'What builds of first programs call has changed: run make-compiler-profile.ts with --first.';
const FIRST_PROGRAMS = (['C', 'Fortran'] as const).flatMap((language) =>
  listPrograms(language).filter(isFirstProgram),
);

test.each(FIRST_PROGRAMS)('the first part is enough for %s', async (path) => {
  const source = await readFile(join(findProjectRoot(), path), 'utf8');
  expect(await expectSame({ sources: { [basename(path)]: source } })).toMatchObject({ ok: true });
  const isFortran = maybeLanguageOfPath(path) === 'Fortran';
  expect([...host.asked], HINT).toEqual([undefined, ...(isFortran ? ['Fortran library'] : [])]);
});

test.each([
  ['iconv.h', 'return iconv_open("UTF-8", "BIG5") == (iconv_t)-1;'],
  ['regex.h', 'regex_t a; return regcomp(&a, "[a-z]+", REG_EXTENDED) || regexec(&a, "x", 0, 0, 0);'],
  ['netinet/in.h', 'return htons(1) != 256;'],
])(
  'functions and headers that few C programs use are loaded for a program with <%s>',
  async (header, body) => {
    const source = `#include <${header}>\nint main(void) { ${body} }\n`;
    const { ok, log } = await expectSameSize({ sources: { 'a.c': source } });
    expect(ok, log).toBe(true);
    expect(host.asked).toContain('few');
  },
);

test('a name that no library defines is reported just as by the whole compiler', async () => {
  const source = 'int regexec(void), missing(void);\nint main(void) { return regexec() + missing(); }\n';
  expect(await expectSame({ sources: { 'a.c': source } })).toMatchObject({ ok: false });
});

test('the C++ functions and library are loaded for a C++ program, and rarer headers on demand', async () => {
  expect(await expectSame({ sources: { 'a.cpp': CXX } })).toMatchObject({ ok: true });
  expect([...host.asked]).toEqual(expect.arrayContaining([undefined, 'C++', 'C++ library']));
  expect(host.asked).not.toContain('C++ headers');
  // Searching for the header is enough to load it.
  const rarer =
    '#if !__has_include(<valarray>) || __has_include(<nowhere>)\n#error here\n#endif\nint main() {}\n';
  expect(await expectSame({ sources: { 'a.cpp': rarer } })).toMatchObject({ ok: true });
  expect(host.asked).toContain('C++ headers');
});

test('rarely used functions are loaded on their first call', async () => {
  const sources = { 'a.c': UNUSUAL };
  const configMk = 'CFLAGS = -Os -Weverything -std=gnu2x\n';
  const { ok, log } = await expectSame({ sources, configMk });
  expect(ok, log).toBe(true);
  expect(host.asked).toContain('rest');
  expect(await expectSame({ sources, debug: true })).toMatchObject({ ok: true });
});

test.each(['wasm_simd128.h', 'arm_acle.h', 'cpuid.h'])(
  '<%s> is found, or rejected just as by the whole compiler',
  async (header) => {
    await expectSame({ sources: { 'a.c': `#include <${header}>\nint main(void) { return 0; }\n` } });
  },
);

// Each program needs compiler functions that plain compilations do not call.
test.each([
  ['-g', C],
  ['-O3 -ffast-math', C],
  ['-Os -fno-builtin', C],
  ['-O0 -g3', C],
  ['-std=c89 -Wall -Wextra -pedantic', C],
  ['-std=c23 -Weverything', C.replace('double x', 'auto x')],
  ['-Wall -Werror', C.replace('return 0;', 'int unused; if (x = 1.0) return 1;')],
  ['-fsanitize=address', C],
  ['-march=native', C],
  ['-O2 -funroll-loops -fno-vectorize', C],
  ['-Dx=', C],
  ['-include stdlib.h -ftrapv', C],
  ['', C.replace('return 0;', '__asm__("addq %rax, %rbx"); return 0;')],
  ['', C.replace('return 0;', `double big[] = {${'1.5, '.repeat(20_000)}}; return (int)big[3];`)],
  ['', C.replace('return 0;', `return ${'('.repeat(400)}1${')'.repeat(400)};`)],
])('with %s, the output is the same as from the whole compiler', async (flags, source) => {
  await expectSame({ sources: { 'a.c': source }, configMk: `CFLAGS += ${flags}\n` });
});

test('messages are the same as those from the whole compiler', async () => {
  expect(await expectSame({ sources: { 'a.c': C.replace('sqrt(x)', 'sqrt(x, y)') } })).toMatchObject({
    ok: false,
  });
});

test('after a full download, C++ programs can be built without a network', async () => {
  await files.downloadRest();
  host.isAway = true;
  expect(await expectSame({ sources: { 'a.cpp': CXX } })).toMatchObject({ ok: true });
});
