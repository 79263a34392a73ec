// Cached tool runs: a different input causes a new run, callers see which files a cached run read, and edits to our
// interface and pages cause no rebuild of programs.
import { expect, test } from 'vitest';
import { listBuildingFiles } from '../../scripts/wasm-versions.ts';
import type { Clang } from '../../src/toolchain/clang/clang.ts';
import { WatchedFiles } from '../../src/toolchain/clang/watched-files.ts';
import { buildFileTree, type FileTree } from '../../src/toolchain/sources/source-files.ts';
import { keepRuns } from './kept-clang.ts';

/**
 * Creates a tool that reads `a.c`, prints its length, and writes `a.o`; if `readsClock`, it also reads the clock.
 * `runs` lists its runs so far.
 */
function openTool(readsClock = false) {
  const runs: string[] = [];
  const clang: Clang = {
    version: '1',
    async run(args, files, { onClock } = {}) {
      runs.push(args.join(' '));
      const { length } = ((files.program as FileTree)['a.c'] as Uint8Array).subarray();
      if (readsClock) onClock?.();
      return {
        status: 0,
        stdout: Uint8Array.of(length),
        stderr: 'said',
        files: { ...files, 'a.o': Uint8Array.of(7) },
      };
    },
  };
  const entries = new Map<string, Uint8Array<ArrayBuffer>>();
  const cache = {
    get: async (key: string) => entries.get(key),
    put: async (key: string, bytes: Uint8Array) => void entries.set(key, new Uint8Array(bytes)),
  };
  return { runs, kept: keepRuns(async () => clang, '1', cache) };
}

/** Runs a tool on two watched files, and returns its result and the files that it read. */
async function runOver(clang: Clang, text: string, args = ['clang']) {
  const watched = new WatchedFiles(new Map(Object.entries({ 'a.c': text, 'b.h': 'unread' })));
  let opensBeforeClock = false;
  const onClock = () => {
    opensBeforeClock ||= watched.isOpened;
  };
  const run = await clang.run(args, buildFileTree(watched.entries('program/')), { onClock });
  return { ...run, read: watched.read, opensBeforeClock };
}

test('a run is repeated only if files or arguments differ, and a cached run has the same output and reads', async () => {
  const { runs, kept } = openTool();
  for (let round = 0; round < 2; round += 1) {
    const run = await runOver(kept, 'four');
    expect(run).toMatchObject({ status: 0, stderr: 'said', read: ['a.c'] });
    expect([...run.stdout, ...(run.files['a.o'] as Uint8Array)]).toEqual([4, 7]);
    expect(Object.keys(run.files.program as FileTree)).toEqual(['a.c', 'b.h']);
  }
  expect(runs).toEqual(['clang']);
  expect([...(await runOver(kept, 'three')).stdout]).toEqual([5]);
  await runOver(kept, 'four', ['clang', '-g']);
  expect(runs).toEqual(['clang', 'clang', 'clang -g']);
});

test('a run that reads the clock after reading a source file is repeated each time', async () => {
  const { runs, kept } = openTool(true);
  for (let round = 0; round < 2; round += 1)
    expect((await runOver(kept, 'four')).opensBeforeClock).toBe(true);
  expect(runs).toHaveLength(2);
});

test('the key of cached programs does not depend on the interface, the pages or the server', () => {
  const rooms = listBuildingFiles().map((path) => path.split('/').slice(0, 2).join('/'));
  expect([...new Set(rooms)]).toEqual(
    (
      'src/errors src/fortran src/node src/program src/rewrite ' +
      'src/runtime src/toolchain src/uncertainty src/uxhw'
    ).split(' '),
  );
  const named = (room: string) => listBuildingFiles().filter((path) => path.startsWith(`${room}/`));
  expect(named('src/node')).toEqual(['src/node/engine/kept-programs.ts']);
  expect(named('src/runtime').filter((path) => !path.startsWith('src/runtime/preparing/'))).toEqual([]);
  expect(named('src/uncertainty')).toHaveLength(1);
});
