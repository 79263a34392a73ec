// Compiled modules of programs for pages, and a compiler that serves builds from these modules. The real compiler
// behind it must not be used.
import { beforeAll, expect, test } from 'vitest';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { createNodeCompiler } from '../../src/node/engine/node-engine.ts';
import { createNodeReferenceWorker, createNodeRunWorker } from '../../src/node/engine/node-run-worker.ts';
import { createEngine, describeBuild, type Haze } from '../../src/program/engine.ts';
import { explain } from '../../src/program/explain-run.ts';
import { findInTable } from '../../src/program/modules/line-table.ts';
import { applyDelta } from '../../src/program/modules/module-delta.ts';
import { isBuiltFrom, type PageModule, readPageModule } from '../../src/program/modules/page-module.ts';
import { createPrebuiltCompiler } from '../../src/program/modules/prebuilt-compiler.ts';
import { answerPreparing, type PrepareRequest } from '../../src/program/modules/serve-preparing.ts';
import { listInstructions, writePageModule } from '../../src/program/modules/write-page-module.ts';
import type { ProgramCompiler } from '../../src/program/program-compiler.ts';

const AREA = `#include <stdio.h>
#include <uxhw.h>

static double square(double side) {
  return side * side;
}

int main(int count, char **words) {
  double side = UxHwDoubleGaussDist(2.0, 0.1);
  if (count > 1) return *(volatile char *)0xfffffff0;
  if (square(side) > 4) puts("large");
  printf("area: %lf m2\\n", square(side));
  return 0;
}
`;
const REQUEST = describeBuild(AREA, { language: 'C' });

const refuse = async (): Promise<never> => {
  throw new Error('the compiler was asked');
};
const NO_COMPILER: ProgramCompiler = { build: refuse, rewrite: refuse, placeOf: refuse, placesOf: refuse };

const prepare = (linked: Uint8Array, form: Omit<PrepareRequest, 'kind' | 'linked'> = {}) => {
  const answer = answerPreparing({ kind: 'prepare', linked, ...form });
  if (answer.kind === 'not-prepared') throw new Error(answer.error.message);
  return answer;
};

const compiler = createNodeCompiler();
let module: PageModule;
let haze: Haze;

beforeAll(async () => {
  const built = await compiler.build(REQUEST, {});
  if (!built.ok) throw new Error(built.log);
  module = readPageModule(await writePageModule(built, REQUEST, { compiler, version: 'this' }));
  const prebuilt = createPrebuiltCompiler(NO_COMPILER, {
    version: 'this',
    rewrite: refuse,
    rewriteWithPlaces: async (linked) => prepare(linked, { marksPlaces: true }).module,
    findOriginals: async ({ linked, marksPlaces = false }, codeOffsets) =>
      prepare(linked, { marksPlaces, codeOffsets }).originals,
  });
  prebuilt.add(module);
  haze = createEngine({
    compiler: prebuilt,
    kernels: loadKernels,
    createRunWorker: createNodeRunWorker,
    createReferenceWorker: createNodeReferenceWorker,
    parallelism: 1,
  });
});

const build = async () => {
  const built = await haze.build(AREA, { language: 'C' });
  if (!built.ok) throw new Error(built.log);
  return built.module;
};

test('a module is valid only for its own sources and options', () => {
  expect(isBuiltFrom(module, REQUEST)).toBe(true);
  const isFor = (text: string, language = 'C') => isBuiltFrom(module, describeBuild(text, { language }));
  expect(isFor(AREA.replaceAll('\n', '\r\n'))).toBe(true);
  expect(isFor(AREA.trim())).toBe(true);
  expect(isFor(AREA.replace('area', 'size'))).toBe(false);
  expect(isFor(`\n${AREA}`)).toBe(false);
  expect(isFor(AREA, 'C++')).toBe(false);
  expect(isBuiltFrom(module, { ...REQUEST, sources: { ...REQUEST.sources, 'b.h': '' } })).toBe(false);
  expect(isBuiltFrom(module, { ...REQUEST, configMk: 'CFLAGS = -O0' })).toBe(false);
});

test('the rewritten form in the file matches the rewriter’s, and another version of the rewriter ignores it', async () => {
  const { linked, rewritten } = module;
  expect(applyDelta(linked, rewritten!.delta)).toEqual(prepare(linked).module);
  expect(() => applyDelta(linked.subarray(1), rewritten!.delta)).toThrow(/another module/);
  expect(() => applyDelta(linked, rewritten!.delta.subarray(1))).toThrow(/another module|malformed/);
  const made = Uint8Array.of(1);
  const later = createPrebuiltCompiler(NO_COMPILER, {
    version: 'later',
    rewrite: async () => made,
    rewriteWithPlaces: refuse,
    findOriginals: refuse,
  });
  later.add(module);
  expect(await later.rewrite(linked)).toBe(made);
});

test("line numbers agree with the compiler's, instruction by instruction", async () => {
  const { linked } = module;
  const offsets = listInstructions(linked);
  const found = await compiler.placesOf({ linked, request: REQUEST, isPlain: true }, offsets);
  expect(found.flat().length).toBeGreaterThan(20);
  expect(findInTable(module.from.lines!, offsets)).toEqual(found);
  // The code of the runtime, which follows that of the program, has no line information.
  expect(findInTable(module.from.lines!, [linked.length - 1, 0])).toEqual([[], []]);
});

test('traps, decisions and budgets are reported with lines, even without a compiler', async () => {
  const trapped = await haze.run(await build(), { core: 'C0-S', arguments: ['x'] });
  expect(trapped.stderr).toContain('haze: at main.c:10:');
  const decided = await haze.run(await build(), { core: 'C0-S+' });
  expect(decided.stderr).toContain('main.c:11');
  const traced = await haze.run(await build(), { core: 'C0-S+', trace: true, decisions: 'quiet' });
  expect(explain(traced, { sources: AREA }).values[0]!.contributions[0]).toMatchObject({
    source: { name: 'side', line: 9 },
  });
  const listed = await haze.run(await build(), { core: 'C0-S+', lines: true });
  expect(listed.lines!.lines.map(({ line }) => line).sort()).toEqual([5, 9]);
  // Plain runs of the linked module, in which every draw takes its own path.
  const followed = await haze.run(await build(), { core: 'C0-Joint' });
  expect(followed.stdout).toMatch(/^area: /m);
  expect(followed.paths).toBeDefined();
});

test('sessions can run with changed sources', async () => {
  const session = await haze.open(await build(), { core: 'C0-S+' });
  expect(session.sources.map(({ name }) => name)).toEqual(['side']);
  const { stdout } = await session.run({ sources: { side: 3 } });
  expect(stdout).toContain('area: 9.0');
  session.close();
});

test('a program without a module is passed to the compiler', async () => {
  await expect(haze.build(`${AREA}int more;`, { language: 'C' })).rejects.toThrow('the compiler was asked');
});

test('foreign and truncated bytes are rejected, and no module is built for a program that uses its build time', async () => {
  expect(() => readPageModule(new TextEncoder().encode('<!doctype html>'))).toThrow(/truncated/);
  expect(() => readPageModule(module.linked)).toThrow(/truncated/);
  expect(() => readPageModule(module.linked.subarray(0, 5000))).toThrow(/truncated/);
  const clock = describeBuild('#include <stdio.h>\nint main(void) { puts(__TIME__); }', { language: 'C' });
  const built = await compiler.build(clock, {});
  if (!built.ok) throw new Error(built.log);
  await expect(writePageModule(built, clock, { compiler, version: 'this' })).rejects.toThrow(/__TIME__/);
});
