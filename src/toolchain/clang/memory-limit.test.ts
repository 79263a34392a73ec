import { expect, test } from 'vitest';
import { limitMemory } from './memory-limit.ts';

/**
 * A module with one memory of at least 1 page and at most the given number of pages, encoded in three bytes. The module
 * returns the size to which the memory can grow.
 */
function moduleOf(...maximum: number[]): Uint8Array<ArrayBuffer> {
  const name = [...'memory'].map((letter) => letter.charCodeAt(0));
  return Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    5,
    3 + maximum.length,
    1,
    1,
    1,
    ...maximum,
    7,
    10,
    1,
    name.length,
    ...name,
    2,
    0,
  ]);
}

function memoryOf(module: Uint8Array<ArrayBuffer>): WebAssembly.Memory {
  return new WebAssembly.Instance(new WebAssembly.Module(module)).exports.memory as WebAssembly.Memory;
}

test('the memory of a limited module grows to the limit and no further', () => {
  const module = moduleOf(0x80, 0x80, 0x04);
  limitMemory(module, 3 * 65_536);
  const memory = memoryOf(module);
  expect(memory.grow(2)).toBe(1);
  expect(() => memory.grow(1)).toThrow(RangeError);
});

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['a maximum that is too short for the limit', moduleOf(0x7f)],
  ['no memory', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)],
  ['a truncated module', moduleOf(0x80).subarray(0, 14)],
])('%s is refused', (_name, module) => {
  expect(() => limitMemory(module, 200 * 65_536)).toThrow('not the expected module');
});
