import { beforeAll, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { compileTools } from '../../src/node/engine/compile-tools.ts';
import { type Clang, loadClang } from '../../src/toolchain/clang/clang.ts';
import { buildProgram, buildRuntime, type Runtime, runProgram } from './guest-program.ts';

let clang: Clang;
let runtime: Runtime;

beforeAll(async () => {
  clang = await loadClang({ compile: compileTools });
  runtime = await buildRuntime(clang, 'C++');
}, scaleLimit(400_000));

/** At least so many numbers go to streams. */
const STREAMED: Record<string, number> = { 'wide-printf.c': 5, 'scanf-forms.c': 20, 'conversions.cpp': 20 };

test.each(Object.keys(STREAMED))(
  '%s prints the same as without the runtime, with Ux text after each number on a stream',
  async (name) => {
    const expected = await runProgram(await buildProgram(clang, name));
    const haze = await buildProgram(clang, name, { runtime });
    expect(await runProgram(haze, { mode: 'bypass' })).toBe(expected);
    const tracked = await runProgram(haze);
    const withoutUx = tracked.replace(/Ux[0-9A-F]{74}/g, '');
    expect(withoutUx).toBe(expected);
    // Prints to a stream: some text is made in memory first.
    expect(tracked.split('Ux').length).toBeGreaterThan(STREAMED[name]!);
  },
  scaleLimit(400_000),
);
