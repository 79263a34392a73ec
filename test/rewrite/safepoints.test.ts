// Checks that records are freed. With a toy collector that runs at every safepoint, programs print the same output as
// before rewriting. A box whose record was freed too early would trap. Only a few records may be alive at a time, so
// leaked records are detected as well.

import { beforeAll, expect, test } from 'vitest';
import { HazeError } from '../../src/errors/haze-error.ts';
import { rewriteModule } from '../../src/rewrite/rewrite-module.ts';
import { compileObject, linkObjects, runProgram } from './guest-toolchain.ts';
import { levelsOf, PROGRAMS } from './programs.ts';
import { COLLECTOR_FLAGS, TOY_COLLECTOR, TOY_HEADER, toyRuntimeSource } from './toy-runtime.ts';

let eager: Uint8Array;
let lazy: Uint8Array;

beforeAll(async () => {
  const source = toyRuntimeSource(TOY_COLLECTOR);
  eager = await compileObject('toy.c', source, ['-O2', '-fno-math-errno', '-DCOLLECT_ALWAYS=1']);
  lazy = await compileObject('toy.c', source, ['-O2', '-fno-math-errno']);
});

async function build(source: string, runtime: Uint8Array, flags: string[]): Promise<Uint8Array> {
  const program = await compileObject('program.c', TOY_HEADER + source, [...flags, '-Wno-everything']);
  return linkObjects({ 'program.o': program, 'toy.o': runtime }, COLLECTOR_FLAGS);
}

const names = Object.keys(PROGRAMS).filter((name) => name.endsWith('.c'));
const cases = names.flatMap((name) => levelsOf(name).map((level) => [name, level] as const));

test.each(cases)('%s %s survives a collection at every safepoint', async (name, level) => {
  const source = PROGRAMS[name]!;
  const expected = await runProgram(await build(source, eager, [level]));
  const module = await build(source, eager, [level, '-DBOXED']);
  for (const exactCopies of [false, true]) {
    const boxed = rewriteModule(module, { safepoints: true, exactCopies }).module;
    expect(WebAssembly.validate(boxed as Uint8Array<ArrayBuffer>)).toBe(true);
    const outcome = await runProgram(boxed);
    expect(outcome.stdout).toBe(expected.stdout);
    const { __ux_toy_collections } = outcome.instance.exports as Record<string, () => number>;
    expect(__ux_toy_collections!()).toBeGreaterThan(10);
  }
});

test.each(cases)('%s %s without boxes has the same results in unrewritten copies', async (name, level) => {
  const module = await build(PROGRAMS[name]!, eager, [level]);
  const expected = await runProgram(module);
  const { module: rewritten, statistics } = rewriteModule(module, { safepoints: true, exactCopies: true });
  expect(statistics.copiedFunctions).toBeGreaterThan(0);
  expect(WebAssembly.validate(rewritten as Uint8Array<ArrayBuffer>)).toBe(true);
  expect((await runProgram(rewritten)).stdout).toBe(expected.stdout);
});

test('a long loop of uncertain operations needs only a few records at a time', async () => {
  const source = `
#include <stdio.h>
int main(void) {
  double x[10];
  for (int i = 0; i < 10; i++) x[i] = BOX(i + 1.0);
  for (int i = 0; i < 100000; i++) { int k = i % 10, j = (i * 7 + 3) % 10; x[k] = x[k] * 0.5 + x[j] * 0.5; }
  double s = 0;
  for (int i = 0; i < 10; i++) s += x[i];
  printf("%.17g\\n", PLAIN(s));
  return 0;
}`;
  const expected = await runProgram(await build(source, lazy, ['-O2']));
  const boxed = rewriteModule(await build(source, lazy, ['-O2', '-DBOXED']), { safepoints: true }).module;
  const outcome = await runProgram(boxed);
  expect(outcome.stdout).toBe(expected.stdout);
  const { __ux_toy_freed_count } = outcome.instance.exports as Record<string, () => number>;
  expect(__ux_toy_freed_count!()).toBeGreaterThan(290_000);
});

test('a module without the exports that safepoints need is rejected, and the message names them', async () => {
  const program = await compileObject('program.c', 'int main(void) { return 0; }', []);
  const module = await linkObjects({ 'program.o': program });
  expect(() => rewriteModule(module, { safepoints: true })).toThrow(HazeError);
  expect(() => rewriteModule(module, { safepoints: true })).toThrow(/__ux_safepoint/);
});
