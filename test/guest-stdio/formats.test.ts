import { beforeAll, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { buildHaze, buildPlain, runProgram } from './guest-program.ts';
import type { CoreMode } from './toy-core.ts';

let plain: WebAssembly.Module;
let haze: WebAssembly.Module;

beforeAll(async () => {
  plain = await buildPlain('formats.c');
  haze = await buildHaze('formats.c');
}, scaleLimit(400_000));

/**
 * Removes Ux text from a line, and subtracts its length from the two counts that precede it. NaN is printed without a
 * sign.
 */
function withoutUx(line: string): string {
  const length = [...line.matchAll(/Ux[0-9A-F]+/g)].reduce((sum, [text]) => sum + text.length, 0);
  return line
    .replace(/Ux[0-9A-F]+/g, '')
    .replace(/\] (\d+) (\d+) /, (_, n, m) => `] ${n - length} ${m - length} `);
}

/** Pairs of lines that differ: our line without its Ux text, and the library's line. */
async function compare(
  kind: string,
  mode: CoreMode = 'tracking',
): Promise<{ lines: string[]; different: unknown[] }> {
  const expected = (await runProgram(plain, { args: [kind] })).split('\n');
  const lines = (await runProgram(haze, { args: [kind], mode })).split('\n');
  expect(lines.length).toBe(expected.length);
  const isNan = (line: string) => /[[ ][+-]?nan/i.test(line);
  const different = lines.flatMap((line, i) =>
    !isNan(line) && withoutUx(line) !== expected[i] ? [[line, expected[i]]] : [],
  );
  return { lines, different: different.slice(0, 5) };
}

test.each(['plain', 'uncertain', 'long'])(
  '%s values are printed as the library prints them, apart from Ux text',
  async (kind) => {
    const { lines, different } = await compare(kind);
    expect(lines.length).toBeGreaterThan(6_000);
    expect(different).toEqual([]);
    // Prints to memory, where a plain number is written as digits only.
    const isWrong = (line: string) => /[0-9.fFnN+-]Ux/.test(line) !== (kind === 'uncertain');
    expect(lines.filter((line) => line !== '' && isWrong(line)).slice(0, 5)).toEqual([]);
  },
);

test.each(['plain', 'uncertain', 'long'])(
  'on Bypass, %s values are printed as the library prints them',
  async (kind) => {
    const { lines, different } = await compare(kind, 'bypass');
    expect(different).toEqual([]);
    expect(lines.some((line) => line.includes('Ux'))).toBe(false);
  },
);
