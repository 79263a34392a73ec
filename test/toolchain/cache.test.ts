// Objects and precompiled headers from build to build.
import { beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/toolchain/build-program.ts';
import type { BuildRequest, BuildResult } from '../../src/toolchain/build-result.ts';
import { type Clang, loadClang } from '../../src/toolchain/clang.ts';
import type { ObjectCache } from '../../src/toolchain/object-cache.ts';
import { BARE_GUEST } from './bare-guest.ts';

let clang: Clang;
beforeAll(async () => {
  clang = await loadClang();
});

class MemoryCache implements ObjectCache {
  readonly entries = new Map<string, Uint8Array>();
  async get(key: string) {
    return this.entries.get(key);
  }
  async put(key: string, bytes: Uint8Array) {
    this.entries.set(key, bytes);
  }
}

const CACHED = '# unchanged, taken from the cache';

const build = (request: BuildRequest, cache?: ObjectCache) =>
  buildProgram(request, { clang, guest: BARE_GUEST, ...(cache === undefined ? {} : { cache }) });

/** Which sources came from the cache. */
function cachedIn(result: BuildResult): string[] {
  expect(result.ok, result.log).toBe(true);
  return result.log
    .split('\n')
    .filter((line) => line.includes(CACHED))
    .map((line) => /-c (\S+)/.exec(line)![1]!);
}

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

  test('what has not changed is not compiled again, and says the same', async () => {
    const cache = new MemoryCache();
    const first = await build({ sources }, cache);
    const second = await build({ sources }, cache);
    expect(cachedIn(first)).toEqual([]);
    expect(cachedIn(second)).toEqual(['b.c', 'c.c', 'main.c']);
    expect(second.diagnostics).toEqual(first.diagnostics);
    expect(second.commands).toEqual(first.commands);
    expect(moduleOf(second)).toEqual(moduleOf(first));
  });

  test('a changed source, a changed header, a changed flag', async () => {
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

  test('a new header that would be found first', async () => {
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

  test('what does not compile is not kept', async () => {
    const cache = new MemoryCache();
    for (let round = 0; round < 2; round++) {
      const result = await build({ sources: { 'main.c': 'int main(void) { return x; }\n' } }, cache);
      expect(result.diagnostics).toHaveLength(1);
    }
    expect(cache.entries.size).toBe(0);
  });

  test('a store that forgets half of it', async () => {
    const cache = new MemoryCache();
    const first = await build({ sources }, cache);
    for (const key of [...cache.entries.keys()].filter((name) => name.startsWith('object-')))
      cache.entries.delete(key);
    const second = await build({ sources }, cache);
    expect(cachedIn(second)).toEqual([]);
    expect(moduleOf(second)).toEqual(moduleOf(first));
  });
});

describe('precompiled headers', () => {
  const program = (body: string) => ({
    'main.cpp': `// a program\n#include <string>\n#include <vector>\n\nint main(int argc, char **) {\n  ${body}\n}\n`,
  });
  const headersIn = (cache: MemoryCache) =>
    [...cache.entries.keys()].filter((key) => /^header-(?!seen)/.test(key)).length;

  test('made at the second meeting, and the module is the same with and without', async () => {
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

  test('other flags have their own', async () => {
    const cache = new MemoryCache();
    const configMk = 'CXXFLAGS = -O1\n';
    for (const text of ['return 0;', 'return 1;', 'return 2;'])
      await build({ sources: program(text) }, cache);
    expect(headersIn(cache)).toBe(1);
    for (const text of ['return 0;', 'return 1;']) await build({ sources: program(text), configMk }, cache);
    expect(headersIn(cache)).toBe(2);
  });

  test('not where the program has a file of that name', async () => {
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
