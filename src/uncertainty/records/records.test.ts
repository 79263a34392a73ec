import { expect, it } from 'vitest';
import { makeKernels } from '../../../test/core/hand-made-kernels.ts';
import { RECORD_ATOMS, RECORD_OWN_POINTS, RECORD_SORTED, RecordTable } from './records.ts';

const CAPACITY = 8;

it('a record has its block, count and flags until it is released, after which handle and block are reused', () => {
  const records = new RecordTable(makeKernels(), CAPACITY);
  const block = records.reserve();
  const handle = records.add(block, 3, RECORD_ATOMS);
  expect([records.addressOf(handle), records.countOf(handle)]).toEqual([block, 3]);
  expect(records.flagsOf(handle) & RECORD_ATOMS).toBe(RECORD_ATOMS);
  expect([records.isLive(handle), records.alive, records.created]).toEqual([true, 1, 1]);
  records.release(handle);
  records.release(handle);
  expect([records.isLive(handle), records.alive, records.created]).toEqual([false, 0, 1]);
  expect(() => records.addressOf(handle)).toThrow('used after being released');
  expect(records.add(records.reserve(), 1, 0)).toBe(handle);
  expect(records.addressOf(handle)).toBe(block);
});

it('a record’s block is created on first use, and created again after it was removed', () => {
  const made: number[] = [];
  const records: RecordTable = new RecordTable(makeKernels(), CAPACITY, (handle) => {
    made.push(handle);
    records.attach(handle, records.reserve(), 2, RECORD_SORTED);
  });
  const handle = records.add(0, 0, RECORD_ATOMS);
  expect([records.hasBlock(handle), made]).toEqual([false, []]);
  const block = records.addressOf(handle);
  expect([records.addressOf(handle), records.countOf(handle), made]).toEqual([block, 2, [handle]]);
  records.addFlags(handle, RECORD_OWN_POINTS);
  records.detach(handle);
  expect(records.flagsOf(handle) & (RECORD_SORTED | RECORD_OWN_POINTS | RECORD_ATOMS)).toBe(RECORD_ATOMS);
  expect([records.addressOf(handle), made]).toEqual([block, [handle, handle]]);
});

it('a sweep releases all unmarked records, however many there are', () => {
  const records = new RecordTable(makeKernels(), CAPACITY, () => {});
  const handles = Array.from({ length: 3000 }, () => records.add(0, 0, 0));
  const marked = new Uint32Array(100);
  for (const handle of [handles[0]!, handles[2999]!]) marked[handle >>> 5]! |= 1 << (handle & 31);
  const released: number[] = [];
  expect(records.sweep(marked, (handle) => released.push(handle))).toBe(2998);
  expect([...records.liveHandles()]).toEqual([handles[0], handles[2999]]);
  expect(released.length).toBe(2998);
  expect(records.add(0, 0, 0)).toBe(2);
});
