// Tests the loading of the tools, and the use of other compilers alongside clang. This file has its own worker, because
// nothing may be loaded yet when a test checks that loading is reported exactly once.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import { type Clang, type LoadProgress, loadClang, maybeFileOf } from '../../src/toolchain/clang/clang.ts';
import { createClangCompiler } from '../../src/toolchain/clang/clang-compiler.ts';
import type { Compiler, CompileUnit } from '../../src/toolchain/sources/compiler.ts';
import { BARE_GUEST } from './bare-guest.ts';

const METHODS = ['log', 'debug', 'info', 'warn', 'error'] as const;
let printed: unknown[][];
beforeEach(() => {
  printed = [];
  for (const method of METHODS)
    vi.spyOn(console, method).mockImplementation((...words) => void printed.push(words));
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(printed).toEqual([]);
});

describe.sequential('loading', () => {
  test('the callback receives progress in order, up to the full size, and nothing on a second load', async () => {
    const seen: LoadProgress[] = [];
    await loadClang({ onProgress: (progress) => seen.push({ ...progress }) });
    const done = seen.map(({ doneBytes }) => doneBytes);
    expect(done[0]).toBe(0);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(seen.at(-1)!.doneBytes).toBe(seen.at(-1)!.totalBytes);
    expect(new Set(seen.map(({ totalBytes }) => totalBytes)).size).toBe(1);
    const again: LoadProgress[] = [];
    await loadClang({ onProgress: (progress) => again.push(progress) });
    expect(again).toEqual([]);
  });

  test('a run returns its status and its files', async () => {
    const clang = await loadClang();
    const good = await clang.run(['clang', '-c', 'd/a.c', '-o', 'd/a.o'], { d: { 'a.c': 'int a;\n' } });
    expect(good).toMatchObject({ status: 0, stderr: '' });
    expect(maybeFileOf(good, 'd/a.o')!.subarray(0, 4)).toEqual(new Uint8Array([0, 0x61, 0x73, 0x6d]));
    expect(maybeFileOf(good, 'd')).toBeUndefined();
    expect(maybeFileOf(good, 'd/nope/x')).toBeUndefined();
    const bad = await clang.run(['clang', '-c', 'a.c'], { 'a.c': 'int ;;a b\n' });
    expect(bad.status).toBe(1);
    expect(bad.stderr).toContain('error:');
    expect((await clang.run(['nosuchtool'], {})).status).not.toBe(0);
  });
});

// A compiler that resembles a Fortran front end: all sources in its language become one C file.
function createToyFortran(clang: Clang, units: CompileUnit[]): Compiler {
  const c = createClangCompiler(clang, BARE_GUEST);
  return {
    name: 'toy',
    languages: ['Fortran'],
    granularity: 'program',
    version: '1',
    compile: async (unit) => {
      units.push(unit);
      const result = await c.compile({
        ...unit,
        sources: ['all.c'],
        language: 'C',
        flags: ['-O2'],
        files: new Map([['all.c', 'int answer(void) { return 42; }\n']]),
      });
      return { ...result, command: `toy ${unit.sources.join(' ')}`, dependencies: unit.sources };
    },
  };
}

test('a whole-program compiler gets all its sources together, and its object is linked with clang’s', async () => {
  const clang = await loadClang();
  const units: CompileUnit[] = [];
  const sources = {
    'a.f90': 'x',
    'b.f': 'y',
    'main.c': 'int answer(void);\nint main(void) { return answer() - 42; }\n',
  };
  const result = await buildProgram(
    { sources },
    { clang, guest: BARE_GUEST, compilers: [createToyFortran(clang, units)] },
  );
  expect(result.ok, result.log).toBe(true);
  expect(units.map((unit) => [unit.language, unit.sources])).toEqual([['Fortran', ['a.f90', 'b.f']]]);
  expect(result.commands.slice(0, 2)).toEqual(['toy a.f90 b.f', expect.stringContaining('-c main.c')]);
});

test('each source is announced before it is compiled', async () => {
  const clang = await loadClang();
  const steps: string[] = [];
  const sources = { 'a.c': 'int main(void) { return 0; }\n', 'b.c': 'int b;\n' };
  await buildProgram(
    { sources },
    {
      clang,
      guest: BARE_GUEST,
      onProgress: ({ done, total, source }) => steps.push(`${done}/${total} ${source}`),
    },
  );
  expect(steps).toEqual(['0/2 a.c', '1/2 b.c']);
});

test('if a compiler has several workers, it compiles in parallel, and the log keeps the order of the sources', async () => {
  const clang = await loadClang();
  const c = createClangCompiler(clang, BARE_GUEST);
  const release: (() => void)[] = [];
  const slow: Compiler = {
    ...c,
    concurrency: 3,
    // No source is compiled until all three have started; then the last one finishes first.
    compile: async (unit) => {
      await new Promise<void>((resolve) => {
        release.unshift(resolve);
        if (release.length === 3) for (const go of release) go();
      });
      return c.compile(unit);
    },
  };
  const sources = { 'a.c': 'int main(void) { return 0; }\n', 'b.c': 'int b;\n', 'c.c': 'int c;\n' };
  const result = await buildProgram({ sources }, { clang, guest: BARE_GUEST, compilers: [slow] });
  expect(result.ok, result.log).toBe(true);
  expect(result.commands.map((command) => command.split(' ').at(-1))).toEqual([
    'a.o',
    'b.o',
    'c.o',
    'program.wasm',
  ]);
});

test('__FILE__ is the path within the program', async () => {
  const clang = await loadClang();
  const text = (path: string) => `_Static_assert(sizeof __FILE__ == ${path.length + 1}, "");\n`;
  const sources = { 'src/a.c': `${text('a.c')}int main(void) { return 0; }\n`, 'lib/b.c': text('lib/b.c') };
  const configMk = 'SOURCES = a.c ../lib/b.c\n';
  const result = await buildProgram({ sources, directory: 'src', configMk }, { clang, guest: BARE_GUEST });
  expect(result.ok, result.log).toBe(true);
});
