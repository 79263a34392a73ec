import { beforeAll, expect, test } from 'vitest';
import { type Clang, loadClang } from '../../src/toolchain/clang.ts';
import { buildProgram, buildRuntime, type Runtime, runProgram } from './guest-program.ts';

let clang: Clang;
let runtime: Runtime;

beforeAll(async () => {
  clang = await loadClang();
  runtime = buildRuntime(clang, 'C++');
}, 400_000);

test.each(['wide-printf.c', 'scanf-forms.c', 'conversions.cpp'])(
  '%s prints what it prints without the runtime, and Ux text after each number',
  async (name) => {
    const expected = await runProgram(await buildProgram(clang, name));
    const haze = await buildProgram(clang, name, { runtime });
    expect(await runProgram(haze, { mode: 'bypass' })).toBe(expected);
    const tracked = await runProgram(haze);
    const withoutUx = tracked.replace(/Ux[0-9A-F]{74}/g, '');
    expect(withoutUx).toBe(expected);
    expect(tracked.length).toBeGreaterThan(expected.length + 20 * 76);
  },
  400_000,
);
