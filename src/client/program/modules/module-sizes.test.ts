import { expect, test } from 'vitest';
import wabt from 'wabt';
import { measureModule } from './module-sizes.ts';

async function assemble(text: string, names: boolean): Promise<Uint8Array> {
  return (await wabt()).parseWat('test.wat', text, {}).toBinary({ write_debug_names: names }).buffer;
}

const TEXT = `(module
  (import "env" "host" (func $host))
  (memory 1)
  (func $small (call $host))
  (func $large (param i32) (result i32) (i32.add (i32.mul (local.get 0) (i32.const 100000)) (i32.const 7)))
  (data (i32.const 0) "0123456789"))`;

test('the parts of a module add up to its size', async () => {
  const module = await assemble(TEXT, true);
  const { sizeBytes, sections, functions, importCount } = measureModule(module);
  expect(sizeBytes).toBe(module.length);
  expect(sections.reduce((sum, section) => sum + section.sizeBytes, 0)).toBe(module.length);
  expect(sections.map(({ name }) => name)).toEqual([
    'preamble',
    'type',
    'import',
    'function',
    'memory',
    'code',
    'data',
    'custom “name”',
  ]);
  // Besides the bodies, the section has three bytes here: its ID, its size and the number of functions.
  const code = sections.find(({ name }) => name === 'code')!.sizeBytes;
  expect(functions.reduce((sum, one) => sum + one.sizeBytes, 0)).toBe(code - 3);
  expect(importCount).toBe(1);
});

test('functions are listed largest first, by name or, if unnamed, by number', async () => {
  const named = measureModule(await assemble(TEXT, true)).functions;
  expect(named.map(({ name }) => name)).toEqual(['large', 'small']);
  // Contents after the size field: 00 10 00 0b, meaning no locals, call 0, end.
  expect(named[1]!.sizeBytes).toBe(5);
  const numbered = measureModule(await assemble(TEXT, false)).functions;
  expect(numbered.map(({ name }) => name)).toEqual(['function 2', 'function 1']);
});

test('an invalid module is rejected with a reason', () => {
  expect(() => measureModule(Uint8Array.of(1, 2, 3))).toThrow('magic number');
});
