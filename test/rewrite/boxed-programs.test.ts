// Complete C and C++ programs, compiled, linked with the toy runtime and rewritten. They print the same output as
// before rewriting, whether numbers are plain or every input is boxed. Modules survive decoding and re-encoding byte
// for byte.

import { beforeAll, expect, test } from 'vitest';
import { rewriteModule } from '../../src/rewrite/rewrite-module.ts';
import { reencodeModule } from '../../src/rewrite/writing/reencode-module.ts';
import { compileObject, linkObjects, runProgram } from './guest-toolchain.ts';
import { levelsOf, PROGRAMS } from './programs.ts';
import { TOY_HEADER, toyRuntimeSource } from './toy-runtime.ts';

let runtime: Uint8Array;

beforeAll(async () => {
  runtime = await compileObject('toy.c', toyRuntimeSource(), ['-O2', '-fno-math-errno']);
});

async function build(name: string, flags: string[]): Promise<Uint8Array> {
  const source =
    TOY_HEADER.replace(/^.*\(.*\);$/gm, name.endsWith('.c') ? '$&' : 'extern "C" { $& }') + PROGRAMS[name]!;
  const program = await compileObject(name, source, [...flags, '-Wno-everything', '-fno-exceptions']);
  const cxx = name.endsWith('.c') ? [] : ['-lc++', '-lc++abi'];
  return linkObjects({ 'program.o': program, 'toy.o': runtime }, cxx);
}

const cases = Object.keys(PROGRAMS).flatMap((name) => levelsOf(name).map((level) => [name, level] as const));

test.each(cases)('%s %s computes the same results with plain and with boxed numbers', async (name, level) => {
  const plain = await build(name, [level]);
  const expected = await runProgram(plain);
  expect(expected.exitCode).toBe(0);
  expect(expected.stdout).not.toBe('');
  expect(Buffer.compare(reencodeModule(plain), plain)).toBe(0);

  const rewritten = rewriteModule(plain).module;
  expect(WebAssembly.validate(rewritten as Uint8Array<ArrayBuffer>)).toBe(true);
  expect((await runProgram(rewritten)).stdout).toBe(expected.stdout);

  const boxed = rewriteModule(await build(name, [level, '-DBOXED'])).module;
  const outcome = await runProgram(boxed);
  expect(outcome.stdout).toBe(expected.stdout);
});
