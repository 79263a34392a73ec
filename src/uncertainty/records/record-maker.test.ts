import { expect, it } from 'vitest';
import { makeKernels } from '../../../test/core/hand-made-kernels.ts';
import { RecordMaker } from './record-maker.ts';
import { RECORD_ATOMS, RECORD_POINT, RecordTable } from './records.ts';

const SPEC = { Precision: 4, MemorySize: 1000 };

function open(guestBytes = 0) {
  const kernels = makeKernels();
  const records = new RecordTable(kernels, 8);
  return { kernels, records, maker: new RecordMaker({ spec: SPEC, kernels, records }, () => guestBytes) };
}

it('a single point at the particle is a plain value, and its block is reused', () => {
  const { kernels, records, maker } = open();
  for (const value of [2, Number.NaN, -0]) {
    const block = maker.reserve();
    kernels.f64[block / 8] = value;
    expect(maker.add(block, (RECORD_POINT << 24) | 1, 0, value)).toBe(0);
    expect(maker.resultParticle).toBe(value);
    expect(maker.reserve()).toBe(block);
    records.discard(block);
  }
  expect(records.created).toBe(0);
});

it('all other points are stored in a record, with flags from the kernels and the caller', () => {
  const { kernels, records, maker } = open();
  const block = maker.reserve();
  kernels.f64[block / 8] = 2;
  const handle = maker.add(block, (RECORD_POINT << 24) | 1, RECORD_ATOMS, 2.5);
  expect([records.addressOf(handle), records.countOf(handle), maker.resultParticle]).toEqual([block, 1, 2.5]);
  expect(records.flagsOf(handle) & (RECORD_POINT | RECORD_ATOMS)).toBe(RECORD_POINT | RECORD_ATOMS);
});

it("records count towards the core's memory together with the program", () => {
  // A record takes up 64 bytes: 1000 bytes hold 15 records, but only one if the program uses 900 of them.
  for (const [guestBytes, most] of [
    [0, 15],
    [900, 1],
  ] as const) {
    const { records, maker } = open(guestBytes);
    for (let i = 0; i < most; i++) maker.add(maker.reserve(), 2, 0, i);
    expect(() => maker.reserve()).toThrow('exhausted');
    records.release(1);
    maker.checkMemory();
  }
});
