// Precompiled headers when a single user builds one program repeatedly, as in a page: no build waits for a header.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CompileHost } from '../../src/jobs/compiling/compile-service.ts';
import { MemoryObjectCache } from '../../src/jobs/compiling/memory-object-cache.ts';
import { createCompileService } from '../../src/jobs/compiling/serve-compile.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { type Clang, MissingPart } from '../../src/toolchain/clang/clang.ts';
import { keptClang } from '../kept/kept-clang.ts';

const clang = keptClang;
const programOf = (value: number, more: readonly string[] = []) => {
  const includes = ['cstdio', ...more].map((name) => `#include <${name}>\n`).join('');
  return { sources: { 'main.cpp': `${includes}int main() { std::printf("%d\\n", ${value}); }\n` } };
};

/** The kind of each clang run: a header, a source that uses a precompiled header, or a source without one. */
function kindOf(args: readonly string[]): 'header' | 'over header' | 'alone' | 'other' {
  if (args.includes('c++-header')) return 'header';
  if (!args.includes('-c')) return 'other';
  return args.includes('-include-pch') ? 'over header' : 'alone';
}

/**
 * A page's worker, and the clang runs so far. `isHere` reports whether clang can precompile headers, and `headers`
 * stores them.
 */
async function openWorker({
  isHere = (): boolean => true,
  idleMs = 60_000,
  headers = new MemoryObjectCache(),
} = {}) {
  const runs: string[] = [];
  const watched: Clang = {
    ...clang,
    run: (args, files, options) => {
      const kind = kindOf(args);
      if (kind !== 'other') runs.push(kind);
      if (kind === 'header' && !isHere()) return Promise.reject(new MissingPart('some'));
      return clang.run(args, files, options);
    },
  };
  let tidied = 0;
  let restCount = 0;
  const service = createCompileService(
    {
      loadClang: async () => watched,
      loadGuestRuntime,
      openToolchain: () => Promise.reject(new Error('there is none')),
      download: async () => undefined,
      helpers: { create: () => expect.fail('no helper is needed'), count: 0 },
      tidy: () => {
        tidied += 1;
      },
      rest: {
        download: async () => undefined,
        downloadFor: async () => undefined,
        downloadForHeaders: async () => {
          restCount += 1;
        },
        idleMs,
      },
      makesHeadersLater: true,
    },
    {
      get: (key) => headers.get(key),
      put: (key, bytes) => headers.put(key, bytes),
      onWorking: async () => undefined,
      onProgress: async () => undefined,
    } as Partial<CompileHost> as CompileHost,
  );
  let id = 0;
  const untilTidied = async () => {
    for (const before = tidied; tidied === before; ) await sleep(20);
  };
  return {
    runs,
    build: async (value: number, { account = 'a', more = [] as readonly string[] } = {}) => {
      const built = await service.build(++id, programOf(value, more), { account, kept: ['headers'] });
      if (!built.ok) throw new Error(built.log);
      return built.module;
    },
    check: async (value: number) => {
      await service.warm();
      return service.check({ request: programOf(value), path: 'main.cpp' }, ['headers']);
    },
    /** Prepares for a build as a page does when its reader begins to edit. */
    prepare: async (value: number) => {
      await service.warm(true);
      await service.check({ request: programOf(value), path: 'main.cpp' }, ['headers']);
    },
    untilTidied,
    restCount: () => restCount,
  };
}

test('editing a program precompiles its headers before the first build', async () => {
  const { runs, build, prepare, restCount } = await openWorker();
  await prepare(1);
  // This required downloading the tools that precompile headers.
  expect([runs, restCount()]).toEqual([['header'], 1]);
  await build(2);
  expect(runs).toEqual(['header', 'over header']);
});

test('an idle worker precompiles a header, and the next build uses it and produces the same module', async () => {
  const { runs, build, untilTidied } = await openWorker();
  await build(1);
  const withoutHeader = await build(2);
  expect(runs).toEqual(['alone', 'alone']);
  await untilTidied();
  expect(runs).toEqual(['alone', 'alone', 'header']);
  // A different account builds, because the first account's objects are cached.
  expect(await build(2, { account: 'b' })).toEqual(withoutHeader);
  expect(runs.at(-1)).toBe('over header');
});

test('a header that lacks a part of the compiler is created again once all parts are loaded', async () => {
  let isHere = false;
  const { runs, build, untilTidied, restCount } = await openWorker({ isHere: () => isHere, idleMs: 3000 });
  await build(1);
  await untilTidied();
  expect(runs).toEqual(['alone', 'header']);
  expect(restCount()).toBe(0);
  isHere = true;
  await untilTidied();
  expect(restCount()).toBe(1);
  expect(runs).toEqual(['alone', 'header', 'header']);
  await build(2);
  expect(runs.at(-1)).toBe('over header');
});

test('the next worker builds and checks with the headers of the previous worker', async () => {
  const headers = new MemoryObjectCache();
  const before = await openWorker({ headers });
  const module = await before.build(1);
  await before.untilTidied();
  const built = await openWorker({ headers });
  expect(await built.build(1)).toEqual(module);
  expect(built.runs).toEqual(['over header']);
  const checked = await openWorker({ headers });
  expect(await checked.check(2)).toEqual([]);
  await checked.build(3);
  expect(checked.runs).toEqual(['over header']);
});

test('a header created by a check is kept for the next visit', async () => {
  const headers = new MemoryObjectCache();
  const checked = await openWorker({ headers });
  expect(await checked.check(1)).toEqual([]);
  expect(checked.runs).toEqual(['header']);
  const next = await openWorker({ headers });
  await next.build(2);
  expect(next.runs).toEqual(['over header']);
});

test('a build with an additional include uses the shorter header, and the next build uses the longer header', async () => {
  const { runs, build, untilTidied } = await openWorker();
  await build(1);
  await untilTidied();
  const module = await build(2, { more: ['utility'] });
  expect(runs).toEqual(['alone', 'header', 'over header']);
  await untilTidied();
  expect(runs.at(-1)).toBe('header');
  expect(await build(2, { account: 'b', more: ['utility'] })).toEqual(module);
  const fresh = await openWorker();
  expect(await fresh.build(2, { more: ['utility'] })).toEqual(module);
  expect(fresh.runs).toEqual(['alone']);
  // If a header is missing, clang reports an error in the source itself.
  await expect(build(3, { more: ['none.h'] })).rejects.toThrow("'none.h' file not found");
});
