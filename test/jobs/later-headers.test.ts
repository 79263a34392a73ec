// Precompiled headers where one person builds one program again and again, as in a page: no build waits for one to be made.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CompileHost } from '../../src/jobs/compile-service.ts';
import { createCompileService } from '../../src/jobs/serve-compile.ts';
import { loadGuestRuntime } from '../../src/node/assets.ts';
import { compileTools } from '../../src/node/compile-tools.ts';
import { type Clang, loadClang, MissingPart } from '../../src/toolchain/clang.ts';

const loading = loadClang({ compile: compileTools });
const programOf = (value: number) => ({
  sources: { 'main.cpp': `#include <iostream>\nint main() { std::cout << ${value} << '\\n'; }\n` },
});

/** What each run of clang was: of a header, of a source over one, or of a source alone. */
function kindOf(args: readonly string[]): 'header' | 'over header' | 'alone' | 'other' {
  if (args.includes('c++-header')) return 'header';
  if (!args.includes('-c')) return 'other';
  return args.includes('-include-pch') ? 'over header' : 'alone';
}

/** A worker as pages have it, and what it had clang do so far; `isHere` says whether clang can make headers. */
async function openWorker({ isHere = (): boolean => true, idleMs = 60_000 } = {}) {
  const runs: string[] = [];
  const clang = await loading;
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
        download: async () => {
          restCount += 1;
        },
        downloadForCxx: async () => undefined,
        idleMs,
      },
      makesHeadersLater: true,
    },
    {
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
    build: async (value: number, account = 'a') => {
      const built = await service.build(++id, programOf(value), { account, kept: [] });
      if (!built.ok) throw new Error(built.log);
      return built.module;
    },
    untilTidied,
    restCount: () => restCount,
  };
}

test('a header is made when nobody waits, and the next build begins with it and gives the same module', async () => {
  const { runs, build, untilTidied } = await openWorker();
  await build(1);
  const withoutHeader = await build(2);
  expect(runs).toEqual(['alone', 'alone']);
  await untilTidied();
  expect(runs).toEqual(['alone', 'alone', 'header']);
  // For another account, as objects are kept, too.
  expect(await build(2, 'b')).toEqual(withoutHeader);
  expect(runs.at(-1)).toBe('over header');
});

test('where a part of the compiler is not here for it, it is made once all parts are', async () => {
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
