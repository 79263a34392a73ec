import { expect, test } from 'vitest';
import { HazeError } from '../../errors/haze-error.ts';
import type { CompileResult, Compiler, CompileUnit } from '../../toolchain/sources/compiler.ts';
import { type CompileHelper, countHelpers, ParallelCompiler } from './parallel-compiler.ts';

const FILES = new Map([['a.h', '']]);

function unitOf(index: number): CompileUnit {
  return {
    sources: [`${index}.c`],
    language: 'C',
    files: FILES,
    directory: '',
    flags: [],
    debug: false,
    traits: [],
  };
}

function resultOf(unit: Omit<CompileUnit, 'files'>): CompileResult {
  const [command] = unit.sources;
  return {
    object: new Uint8Array(0),
    command,
    text: '',
    diagnostics: [],
    dependencies: [],
    readClock: false,
  };
}

/** A compiler whose helpers run `help`. Counts the units that each worker compiled. */
function open(
  help: (unit: Omit<CompileUnit, 'files'>) => Promise<CompileResult>,
  { count = 2, haveLess = false } = {},
) {
  const own: string[] = [];
  const helpers: { opened: unknown[]; compiled: string[]; isClosed: boolean }[] = [];
  const compiler: Compiler = {
    name: 'fake',
    languages: ['C'],
    granularity: 'file',
    version: '1',
    compile: async (unit) => {
      own.push(unit.sources[0]);
      return resultOf(unit);
    },
  };
  const create = (): CompileHelper => {
    const seen = { opened: [] as unknown[], compiled: [] as string[], isClosed: false };
    helpers.push(seen);
    return {
      openFiles: async (files) => void seen.opened.push(files),
      compile: (unit) => {
        seen.compiled.push(unit.sources[0]);
        return help(unit);
      },
      close: () => {
        seen.isClosed = true;
      },
    };
  };
  return { parallel: new ParallelCompiler(compiler, { create, count, haveLess }), own, helpers };
}

async function compileAll(parallel: ParallelCompiler, count: number): Promise<string[]> {
  const units = Array.from({ length: count }, (_, index) => parallel.compile(unitOf(index)));
  return (await Promise.all(units)).map(({ command }) => command);
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}.c`);

test('a few units are compiled without starting a helper', async () => {
  const { parallel, own, helpers } = open(async (unit) => resultOf(unit));
  expect(await compileAll(parallel, 4)).toEqual(names(4));
  expect(own).toEqual(names(4));
  expect(helpers).toEqual([]);
});

test('many units are shared with helpers, which get the files once and are closed at the end', async () => {
  const { parallel, own, helpers } = open(async (unit) => resultOf(unit));
  expect(await compileAll(parallel, 60)).toEqual(names(60));
  expect(helpers).toHaveLength(2);
  for (const { opened, compiled } of helpers) {
    expect(opened).toEqual([FILES]);
    expect(compiled.length).toBeGreaterThan(0);
  }
  const all = [...own, ...helpers.flatMap(({ compiled }) => compiled)];
  expect(all).toHaveLength(60);
  expect(new Set(all).size).toBe(60);
  parallel.close();
  expect(helpers.every(({ isClosed }) => isClosed)).toBe(true);
});

test('units that run out of memory in a helper are compiled again without a helper', async () => {
  const { parallel, own, helpers } = open(() => Promise.reject(new HazeError('compiler-died', 'no memory')));
  expect(await compileAll(parallel, 40)).toEqual(names(40));
  expect(new Set(own)).toEqual(new Set(names(40)));
  expect(helpers.every(({ isClosed }) => isClosed)).toBe(true);
});

test('helpers are reopened with the new files when later units have different files', async () => {
  const { parallel, helpers } = open(async (unit) => resultOf(unit));
  const made = new Map([['a.generated.c', '']]);
  const units = Array.from({ length: 40 }, (_, index) => unitOf(index));
  const results = units.map((unit, index) => parallel.compile(index < 20 ? unit : { ...unit, files: made }));
  expect((await Promise.all(results)).map(({ command }) => command)).toEqual(names(40));
  for (const { opened } of helpers) expect(opened).toEqual([FILES, made]);
});

test('units that are too large for a helper are compiled without a helper if that allows more memory', async () => {
  const limited = async (unit: Omit<CompileUnit, 'files'>) => ({
    ...resultOf(unit),
    object: undefined,
    limit: 'more than 1 GiB',
  });
  const generous = open(limited, { haveLess: true });
  await compileAll(generous.parallel, 40);
  expect(new Set(generous.own)).toEqual(new Set(names(40)));
  const same = open(limited);
  await compileAll(same.parallel, 40);
  expect(same.own.length).toBeLessThan(40);
});

test.each([
  ['a small machine', 8, 2, 0],
  ['a machine with memory for two', 8, 3.1, 2],
  ['a large machine', 16, 64, 3],
  ['a machine with two processors', 2, 64, 1],
  ['a machine with one processor', 1, 64, 0],
])('the number of helpers depends on processors and memory: %s', (_name, processors, memoryGib, helpers) => {
  expect(countHelpers(processors, memoryGib * 1024 ** 3)).toBe(helpers);
});
