// Objects and precompiled headers are reused from build to build.
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import type { BuildRequest, BuildResult } from '../../src/toolchain/building/build-result.ts';
import { checkSource } from '../../src/toolchain/building/check-source.ts';
import type { ObjectCache } from '../../src/toolchain/sources/object-cache.ts';
import { keptClang } from '../kept/kept-clang.ts';
import { BARE_GUEST } from './bare-guest.ts';

const clang = keptClang;
class MemoryCache implements ObjectCache {
  readonly entries = new Map<string, Uint8Array>();
  async get(key: string) {
    return this.entries.get(key);
  }
  async put(key: string, bytes: Uint8Array) {
    this.entries.set(key, bytes);
  }
}

const MAIN = 'int main(void) { return 0; }\n';
const EMBEDDING = `char data[] = {\n#embed "missing.bin"\n};\n${MAIN}`;

const CACHED = '# unchanged, taken from the cache';

const build = (request: BuildRequest, objects?: ObjectCache, account = 'one') =>
  buildProgram(request, {
    clang,
    guest: BARE_GUEST,
    ...(objects === undefined ? {} : { cache: { objects, account } }),
  });

/** The sources whose objects came from the cache. */
function cachedIn(result: BuildResult): string[] {
  expect(result.ok, result.log).toBe(true);
  return result.log
    .split('\n')
    .filter((line) => line.includes(CACHED))
    .map((line) => /-c (\S+)/.exec(line)![1]!);
}

const maybeModuleOf = (result: BuildResult) => (result.ok ? result.module : undefined);

function moduleOf(result: BuildResult): Uint8Array {
  if (!result.ok) throw new Error(result.log);
  return result.module;
}

describe('objects', () => {
  const sources = {
    'main.c': '#include "a.h"\nint main(void) { int unused; return A + b(); }\n',
    'b.c': '#include "a.h"\n#include "b.h"\nint b(void) { return B; }\n',
    'c.c': 'int c = 1;\n',
    'a.h': '#pragma once\n#define A 0\nint b(void);\n',
    'b.h': '#define B 0\n',
  };

  test('unchanged sources are not recompiled, and produce the same messages', async () => {
    const cache = new MemoryCache();
    const first = await build({ sources }, cache);
    const second = await build({ sources }, cache);
    expect(cachedIn(first)).toEqual([]);
    expect(cachedIn(second)).toEqual(['b.c', 'c.c', 'main.c']);
    expect(second.diagnostics).toEqual(first.diagnostics);
    expect(second.commands).toEqual(first.commands);
    expect(moduleOf(second)).toEqual(moduleOf(first));
  });

  test('after a change to a source, header or flag, only the affected sources are recompiled', async () => {
    const cache = new MemoryCache();
    await build({ sources }, cache);
    expect(cachedIn(await build({ sources: { ...sources, 'c.c': 'int c = 2;\n' } }, cache))).toEqual([
      'b.c',
      'main.c',
    ]);
    expect(cachedIn(await build({ sources: { ...sources, 'b.h': '#define B 1\n' } }, cache))).toEqual([
      'c.c',
      'main.c',
    ]);
    expect(cachedIn(await build({ sources, configMk: 'CFLAGS = -DX\n' }, cache))).toEqual([]);
    expect(cachedIn(await build({ sources, debug: true }, cache))).toEqual([]);
    expect(cachedIn(await build({ sources }, cache))).toEqual(['b.c', 'c.c', 'main.c']);
  });

  test('a new header that comes first in the search path is used', async () => {
    const before = {
      'src/main.c': '#include "x.h"\nint main(void) { return X; }\n',
      'far/x.h': '#define X 0\n',
      'src/near/y.h': '',
    };
    const configMk = 'CFLAGS = -Inear -I../far\n';
    const cache = new MemoryCache();
    await build({ sources: before, directory: 'src', configMk }, cache);
    const after = { ...before, 'src/near/x.h': '#error found\n' };
    expect((await build({ sources: after, directory: 'src', configMk }, cache)).log).toContain(
      'error: found',
    );
  });

  test('a failed compilation is not kept', async () => {
    const cache = new MemoryCache();
    for (let round = 0; round < 2; round++) {
      const result = await build({ sources: { 'main.c': 'int main(void) { return x; }\n' } }, cache);
      expect(result.diagnostics).toHaveLength(1);
    }
    expect(cache.entries.size).toBe(0);
  });

  test('sources are compiled again if the store has lost their objects', async () => {
    const cache = new MemoryCache();
    const first = await build({ sources }, cache);
    for (const key of [...cache.entries.keys()].filter((name) => name.startsWith('object-')))
      cache.entries.delete(key);
    const second = await build({ sources }, cache);
    expect(cachedIn(second)).toEqual([]);
    expect(moduleOf(second)).toEqual(moduleOf(first));
  });
});

// Each test edits a file that is missing or in no dependency list.
describe('unlisted dependencies of a compiler', () => {
  const hidden: readonly [string, Record<string, string>, Record<string, string | undefined>][] = [
    ['an embedded file that appears', { 'main.c': EMBEDDING }, { 'missing.bin': '7' }],
    ['an embedded file that changes', { 'main.c': EMBEDDING, 'missing.bin': '7' }, { 'missing.bin': '8' }],
    [
      'bytes included by the assembler',
      { 'main.c': `__asm__(".incbin \\"x.bin\\"");\n${MAIN}`, 'x.bin': 'one' },
      { 'x.bin': 'two' },
    ],
    [
      'a file tested by __has_include that appears',
      { 'main.c': `#if __has_include("later.txt")\nint later;\n#endif\n${MAIN}` },
      { 'later.txt': '' },
    ],
    [
      'a source tested by __has_include that disappears',
      { 'main.c': `#if __has_include("b.c")\nint there;\n#endif\n${MAIN}`, 'b.c': 'int b;\n' },
      { 'b.c': undefined },
    ],
    [
      'a file tested by __has_embed that is no longer empty',
      { 'main.c': `#if __has_embed("x.bin") == 2\nint empty;\n#endif\n${MAIN}`, 'x.bin': '' },
      { 'x.bin': '1' },
    ],
    [
      'a line of another file that a message quotes',
      { 'main.c': `#line 1 "b.txt"\nint main(void) { int unused; return 0; }\n`, 'b.txt': 'é'.repeat(40) },
      { 'b.txt': 'e'.repeat(40) },
    ],
    [
      'another source with a function max',
      {
        'main.c': `#include <stdio.h>\n#ifdef UXHW_NO_MIN_MAX\nint own;\n#endif\n${MAIN}`,
        'b.c': 'int b;\n',
      },
      { 'b.c': 'int max(int a, int b) { return a > b ? a : b; }\n' },
    ],
  ];

  test.each(hidden)('%s', async (_name, sources, edits) => {
    const cache = new MemoryCache();
    await build({ sources }, cache);
    const edited = Object.fromEntries(
      Object.entries({ ...sources, ...edits }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    const again = await build({ sources: edited }, cache);
    const fresh = await build({ sources: edited });
    expect(again.diagnostics).toEqual(fresh.diagnostics);
    expect(maybeModuleOf(again)).toEqual(maybeModuleOf(fresh));
    // Reverts the edit, which makes the object from the first build valid again.
    expect(maybeModuleOf(await build({ sources }, cache))).toEqual(maybeModuleOf(await build({ sources })));
  });

  // When asked for a dependency list, clang accepted the missing file but wrote no list, so the object's key did not
  // include the contents of files.
  test('a source that embeds a missing file is not cached', async () => {
    const cache = new MemoryCache();
    const first = await build({ sources: { 'main.c': EMBEDDING } }, cache);
    expect(first.log).toContain("fatal error: 'missing.bin' file not found");
    expect((await build({ sources: { 'main.c': MAIN } }, cache, 'two')).log).not.toContain(CACHED);
  });

  test('a source that uses the time is not cached', async () => {
    const sources = { 'main.c': `#define PASTE(a, b) a##b\nconst char *at = PASTE(__TI, ME__);\n${MAIN}` };
    const cache = new MemoryCache();
    const first = await build({ sources }, cache);
    expect(first.readClock).toBe(true);
    expect(cachedIn(await build({ sources }, cache))).toEqual([]);
    expect((await build({ sources: { 'main.c': MAIN } }, cache)).readClock).toBe(false);
  });

  test('an account gets no objects from another account', async () => {
    const cache = new MemoryCache();
    const sources = { 'main.c': MAIN };
    await build({ sources }, cache, 'one');
    expect(cachedIn(await build({ sources }, cache, 'two'))).toEqual([]);
    expect(cachedIn(await build({ sources }, cache, 'one'))).toEqual(['main.c']);
  });
});

describe('precompiled headers', () => {
  const program = (body: string) => ({
    'main.cpp': `// a program\n#include <string>\n#include <vector>\n\nint main(int argc, char **) {\n  ${body}\n}\n`,
  });
  const headersIn = (cache: MemoryCache) =>
    [...cache.entries].filter(([key, { length }]) => /^header-(?!seen)/.test(key) && length > 0).length;

  test('precompiled headers are created on second use, and do not change the modules', async () => {
    const cache = new MemoryCache();
    await build({ sources: program('return 0;') }, cache);
    expect(headersIn(cache)).toBe(0);
    const sources = program('std::vector<std::string> v(argc); int unused; return v.at(0).size();');
    const result = await build({ sources }, cache);
    expect(headersIn(cache)).toBe(1);
    const plain = await build({ sources });
    expect(moduleOf(result)).toEqual(moduleOf(plain));
    expect(result.diagnostics).toEqual(plain.diagnostics);
    expect(result.diagnostics).toMatchObject([{ file: 'main.cpp', line: 6, option: '-Wunused-variable' }]);
  });

  test('a check during editing creates precompiled headers, and gives the same messages as a build', async () => {
    const cache = new MemoryCache();
    const forC = { clang, guest: BARE_GUEST };
    const check = (body: string) =>
      checkSource({ forC, cache }, { request: { sources: program(body) }, path: 'main.cpp' });
    const wrong = 'std::vector<int> v(argc); return v.sise();';
    const said = await check(wrong);
    expect(headersIn(cache)).toBe(1);
    expect(said).toMatchObject([{ file: 'main.cpp', line: 6, column: 38, severity: 'error' }]);
    expect(said).toEqual((await build({ sources: program(wrong) }, cache)).diagnostics);
    const sources = program('std::vector<int> v(argc); return v.size();');
    expect(await check('std::vector<int> v(argc); return v.size();')).toEqual([]);
    expect(moduleOf(await build({ sources }, cache))).toEqual(moduleOf(await build({ sources })));
    expect(headersIn(cache)).toBe(1);
  });

  test('precompiled headers are created separately for other flags', async () => {
    const cache = new MemoryCache();
    const configMk = 'CXXFLAGS = -O1\n';
    for (const text of ['return 0;', 'return 1;', 'return 2;'])
      await build({ sources: program(text) }, cache);
    expect(headersIn(cache)).toBe(1);
    for (const text of ['return 0;', 'return 1;']) await build({ sources: program(text), configMk }, cache);
    expect(headersIn(cache)).toBe(2);
  });

  test('no precompiled header is created if the program has a file of that name', async () => {
    const cache = new MemoryCache();
    for (const text of ['return 0;', 'return 1;']) {
      await build(
        { sources: { ...program(text), 'inc/vector': '#error own\n' }, configMk: 'CXXFLAGS = -Iinc\n' },
        cache,
      );
    }
    expect(headersIn(cache)).toBe(0);
  });
});
