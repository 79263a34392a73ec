import { beforeAll, expect, test } from 'vitest';
import { loadClang } from '../../src/toolchain/clang.ts';
import { buildProgram, buildRuntime, runProgram } from './guest-program.ts';

let plain: WebAssembly.Module;
let haze: WebAssembly.Module;

beforeAll(async () => {
  const clang = await loadClang();
  plain = await buildProgram(clang, 'streams.cpp');
  haze = await buildProgram(clang, 'streams.cpp', { runtime: buildRuntime(clang, 'C++') });
});

const SORTS = ['narrow', 'float', 'wide', 'comma'];

test.each(
  SORTS.flatMap((sort) => [
    ['plain', sort],
    ['uncertain', sort],
  ]),
)('%s values in a %s stream', async (kind, sort) => {
  const expected = (await runProgram(plain, { args: ['plain', sort] })).split('\n');
  const actual = (await runProgram(haze, { args: [kind, sort] })).split('\n');
  expect(actual.length).toBe(expected.length);
  expect(actual.length).toBeGreaterThan(6_000);
  const different = actual.flatMap((line, i) =>
    !/nan/i.test(line) && line.replace(/Ux[0-9A-F]+/, '') !== expected[i] ? [[line, expected[i]]] : [],
  );
  expect(different.slice(0, 5)).toEqual([]);
  expect(actual.filter((line) => line !== '' && !/[0-9.,a-fnFNpP]Ux0400/.test(line)).slice(0, 5)).toEqual([]);
});
