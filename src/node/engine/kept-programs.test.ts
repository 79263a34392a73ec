import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProgramCompiler } from '../../program/program-compiler.ts';
import type { BuildRequest, BuildResult } from '../../toolchain/building/build-result.ts';
import { ContentCache } from '../files/content-cache.ts';
import { keepPrograms } from './kept-programs.ts';

let folder = '';
let cache: ContentCache;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-kept-'));
  cache = new ContentCache(folder);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const REPORT = { log: 'clang main.c\n', diagnostics: [], commands: ['clang main.c'], buildTimeMs: 1900 };
const BUILT: BuildResult = {
  ...REPORT,
  ok: true,
  readClock: false,
  module: Uint8Array.of(1, 2, 3),
  sizeBytes: 3,
};

/** A compiler that counts its calls. */
function open(result: BuildResult = BUILT, version = '1') {
  const asked = { build: 0, rewrite: 0 };
  const compiler: ProgramCompiler = {
    build: async () => {
      asked.build += 1;
      return result;
    },
    rewrite: async (linked) => {
      asked.rewrite += 1;
      return linked.map((byte) => byte + 1);
    },
    placeOf: async () => undefined,
    placesOf: async () => [],
  };
  return { asked, compiler: keepPrograms(compiler, cache, version) };
}

const REQUEST: BuildRequest = { sources: { 'main.c': '#include "a.h"', 'a.h': '' }, only: ['main.c'] };

test('a kept build is available to another process with its log, and is marked as kept', async () => {
  expect(await open().compiler.build(REQUEST, {})).toEqual(BUILT);
  const later = open();
  expect(await later.compiler.build(REQUEST, {})).toEqual({ ...BUILT, isKept: true });
  expect(later.asked.build).toBe(0);
});

test.each<[string, BuildRequest]>([
  ['a changed header', { ...REQUEST, sources: { ...REQUEST.sources, 'a.h': ' ' } }],
  ['an additional file', { ...REQUEST, sources: { ...REQUEST.sources, 'b.h': '' } }],
  ['a renamed header', { ...REQUEST, sources: { 'main.c': '#include "a.h"', 'b.h': '' } }],
  ['debug information', { ...REQUEST, debug: true }],
  ['another language', { ...REQUEST, language: 'C++' }],
  ['other flags', { ...REQUEST, configMk: 'CFLAGS = -O1' }],
])('a build with %s is not the kept build', async (_what, request) => {
  await open().compiler.build(REQUEST, {});
  const later = open();
  await later.compiler.build(request, {});
  expect(later.asked.build).toBe(1);
});

test('with a different compiler version, programs are built and rewritten again', async () => {
  const first = open();
  await first.compiler.build(REQUEST, {});
  await first.compiler.rewrite(Uint8Array.of(1));
  const other = open(BUILT, '2');
  await other.compiler.build(REQUEST, {});
  await other.compiler.rewrite(Uint8Array.of(1));
  expect(other.asked).toEqual({ build: 1, rewrite: 1 });
});

test.each<[string, BuildResult]>([
  ['failed', { ...REPORT, ok: false, readClock: false }],
  ['read the time', { ...BUILT, readClock: true }],
])('a build that %s is not kept', async (_what, result) => {
  await open(result).compiler.build(REQUEST, {});
  expect(await open(result).compiler.build(REQUEST, {})).toEqual(result);
  expect((await cache.describe()).entries).toBe(0);
});

test('a rewritten module is kept, and is used for every linked module with equal contents', async () => {
  const { asked, compiler } = open();
  const modules = [Uint8Array.of(1), Uint8Array.of(1), Uint8Array.of(2)];
  const rewritten = [];
  for (const module of modules) rewritten.push(await compiler.rewrite(module));
  expect(rewritten).toEqual([Uint8Array.of(2), Uint8Array.of(2), Uint8Array.of(3)]);
  expect(asked.rewrite).toBe(2);
});

test('an aborted signal rejects even a build that is kept', async () => {
  const { compiler } = open();
  await compiler.build(REQUEST, {});
  await expect(compiler.build(REQUEST, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
    'stopped',
  );
});
