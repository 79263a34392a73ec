// The order of sorted lanes (lane_sort in wasm/kernels/lanes.c): numbers in ascending order, −0 before 0, NaN last. The
// sort keys are the bits of doubles, so all kinds are tested: both infinities, subnormal numbers, and every kind of
// NaN.
import { describe, expect, it } from 'vitest';
import { openKernels } from '../../src/uncertainty/kernels/kernels.ts';
import { kernels } from './open-core.ts';

const SPECIAL = [Number.NaN, Infinity, -Infinity, 0, -0, 5e-324, -5e-324, 2.3e-308, 1.7e308, -1.7e308, 1, -1];

function sortLanes(numbers: Float64Array): Float64Array {
  const core = openKernels(kernels);
  const n = numbers.length;
  core.call.setup_lanes(n);
  const lanes = core.allocate(8 * n);
  const sorted = core.allocate(16 * n);
  core.doublesAt(lanes, n).set(numbers);
  core.call.lane_sort(lanes, sorted);
  // The lanes themselves stay unchanged, because other lanes are aligned with them.
  expect(bitsOf(core.doublesAt(lanes, n))).toEqual(bitsOf(numbers));
  return core.doublesAt(sorted, n).slice();
}

/** The bits of numbers: 0 differs from −0, and all NaNs are the same. */
function bitsOf(numbers: Float64Array): string[] {
  const ordinary = numbers.map((x) => (Number.isNaN(x) ? Number.NaN : x));
  return Array.from(new BigUint64Array(ordinary.buffer), (bits) => bits.toString(16));
}

/** Expects the order specified for typed arrays: numeric, −0 before 0, NaN last. */
function expectSorted(numbers: Float64Array): void {
  expect(bitsOf(sortLanes(numbers))).toEqual(bitsOf(numbers.slice().sort()));
}

/** Numbers of all magnitudes and signs, always the same (Weyl sequence of the golden ratio). */
function spread(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => {
    const u = (i * 0.6180339887498949) % 1;
    return (u - 0.5) * 10 ** (((i * 37) % 600) - 300);
  });
}

describe('lane_sort', () => {
  it('infinities, both zeros, subnormal numbers and NaN are ordered', () => {
    for (let turn = 0; turn < SPECIAL.length; turn++)
      expectSorted(Float64Array.from([...SPECIAL.slice(turn), ...SPECIAL.slice(0, turn)]));
  });

  it('when many numbers are equal, all are kept', () => {
    const repeated = Float64Array.from({ length: 1024 }, (_, i) => SPECIAL[(i * 7) % SPECIAL.length]!);
    expectSorted(repeated);
    expectSorted(new Float64Array(64).fill(-0));
    expectSorted(new Float64Array(64).fill(Number.NaN));
    expectSorted(new Float64Array(64).fill(-Infinity));
  });

  it('numbers of all magnitudes are sorted, for every core’s number of lanes', () => {
    for (const count of [1024, 2048, 4096, 8192]) expectSorted(spread(count));
  });

  it('numbers that are already in order, or differ only in their last bit, are sorted', () => {
    const ascending = spread(1024).sort();
    expectSorted(ascending);
    expectSorted(ascending.toReversed());
    const bits = new BigUint64Array(1024).map((_, i) => 0x3ff0000000000000n + BigInt((i * 5) % 3));
    expectSorted(new Float64Array(bits.buffer));
  });

  it('NaN of either sign and any payload comes last', () => {
    const bits = BigUint64Array.of(
      0xfff8000000000000n,
      0x3ff0000000000000n,
      0x7ff8000000000001n,
      0xffffffffffffffffn,
      0xfff0000000000000n,
      0x7ff0000000000001n,
      0xbff0000000000000n,
      0x8000000000000000n,
    );
    const sorted = sortLanes(new Float64Array(bits.buffer));
    expect([...sorted]).toEqual([-Infinity, -1, -0, 1, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });
});

describe('lane_limit', () => {
  it('draws come only from numbers within the limits, without NaN and infinities', () => {
    const core = openKernels(kernels);
    const source = Float64Array.from([Number.NaN, 3, -Infinity, 1, 2, Infinity, -0, 1]);
    const n = source.length;
    core.call.setup_lanes(n);
    const [from, scratch, lanes] = [core.allocate(8 * n), core.allocate(16 * n), core.allocate(8 * n)];
    core.doublesAt(from, n).set(source);
    core.doublesAt(lanes, n).set(source.map((_, i) => (i + 0.5) / n));
    expect(core.call.lane_limit(from, 0, 2, scratch, lanes)).toBe(4);
    // In ascending order, the values inside the range are −0, 1, 1, 2. A lane outside the range is replaced with one of
    // these numbers, selected by the lane's coordinate.
    expect([...core.doublesAt(lanes, n)]).toEqual([-0, -0, 1, 1, 2, 1, -0, 1]);
  });
});
