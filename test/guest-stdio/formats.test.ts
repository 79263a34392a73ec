import { beforeAll, expect, test } from 'vitest';
import { loadClang } from '../../src/toolchain/clang.ts';
import { buildProgram, buildRuntime, runProgram } from './guest-program.ts';

let plain: WebAssembly.Module;
let haze: WebAssembly.Module;

beforeAll(async () => {
  const clang = await loadClang();
  plain = await buildProgram(clang, 'formats.c');
  haze = await buildProgram(clang, 'formats.c', { runtime: buildRuntime(clang) });
});

/** Takes Ux text out of a line, and its length out of the two counts before it. NaN has lost its sign. */
function withoutUx(line: string): string {
  const length = [...line.matchAll(/Ux[0-9A-F]+/g)].reduce((sum, [text]) => sum + text.length, 0);
  return line
    .replace(/Ux[0-9A-F]+/g, '')
    .replace(/\] (\d+) (\d+) /, (_, n, m) => `] ${n - length} ${m - length} `);
}

test.each(['plain', 'uncertain'])(
  '%s values print as the library prints them once Ux text is taken out',
  async (kind) => {
    const expected = (await runProgram(plain, { args: ['plain'] })).split('\n');
    const actual = (await runProgram(haze, { args: [kind] })).split('\n');
    expect(actual.length).toBe(expected.length);
    expect(actual.length).toBeGreaterThan(70_000);
    const nan = (line: string) => /[[ ]\+?nan/i.test(line);
    const different = actual.flatMap((line, i) =>
      !nan(line) && withoutUx(line) !== expected[i] ? [[line, expected[i]]] : [],
    );
    expect(different.slice(0, 5)).toEqual([]);
    expect(actual.every((line) => line === '' || /[0-9.fnFNpPeE+-]Ux/.test(line))).toBe(true);
  },
);
