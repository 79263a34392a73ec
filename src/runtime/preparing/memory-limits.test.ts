import { expect, test } from 'vitest';
import { HazeError } from '../../errors/haze-error.ts';
import { createProgramMemory, formatMegabytes, readMinimumPages } from './memory-limits.ts';

// A module that imports a function, a global and then a memory of at least 130 pages.
const MODULE = Uint8Array.from(
  [
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, 4, 1, 0x60, 0, 0],
    [
      2, 24, 3, 1, 0x61, 1, 0x66, 0, 0, 1, 0x61, 1, 0x67, 3, 0x7f, 0, 3, 0x65, 0x6e, 0x76, 1, 0x6d, 2, 0,
      0x82, 1,
    ],
  ].flat(),
);

test('the memory that a module requests is read from its imports', () => {
  expect(WebAssembly.validate(MODULE)).toBe(true);
  expect(readMinimumPages(MODULE)).toBe(130);
});

test('the memory of a program can grow to the size of the core, but no further', () => {
  const memory = createProgramMemory(MODULE, 140 * 65_536);
  expect(memory.buffer.byteLength).toBe(130 * 65_536);
  expect(memory.grow(10)).toBe(130);
  expect(() => memory.grow(1)).toThrow(RangeError);
});

test('a program with static data beyond the core’s memory is refused with a reason', () => {
  expect(() => createProgramMemory(MODULE, 4 * 1024 * 1024)).toThrow(/core memory of 4 MB exhausted/);
});

test('a module without an imported memory is rejected', () => {
  expect(() => readMinimumPages(MODULE.slice(0, 14))).toThrow(HazeError);
});

test('sizes are written in megabytes and gigabytes', () => {
  expect([64 << 20, 1 << 30, 1_572_864].map(formatMegabytes)).toEqual(['64 MB', '1 GB', '1.5 MB']);
});
