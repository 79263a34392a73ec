import { expect, it } from 'vitest';
import { makeKernels } from '../../../test/core/hand-made-kernels.ts';
import { Notices } from '../core/notices.ts';
import { formatUx } from '../core/ux-text.ts';
import type { DensityStore } from '../distributions/density-store.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { PointRecords } from './point-records.ts';
import { RecordMaker } from './record-maker.ts';
import { RecordTexts } from './record-texts.ts';
import { capacityOf, RECORD_SPECIAL, RecordTable } from './records.ts';

const spec = { Precision: 4, MemorySize: 2 ** 20 } as const;
const CAPACITY = capacityOf(spec.Precision);

/** Records on top of kernels that keep only the first points if they receive too many. */
function open() {
  const kernels: Kernels = makeKernels({
    reduce(pairs, n, target) {
      const count = Math.min(n, spec.Precision);
      for (let i = 0; i < count; i++) {
        const [position, mass] = kernels.doublesAt(pairs + 16 * i, 2);
        kernels.f64[target / 8 + i] = position!;
        kernels.f64[target / 8 + CAPACITY + i] = mass!;
      }
      return count;
    },
    finish: (block, n) => n | (kernels.doublesAt(block, n).every(Number.isFinite) ? 0 : RECORD_SPECIAL << 24),
    mean: (block, n) =>
      kernels.doublesAt(block, n).reduce((sum, x, i) => sum + x * kernels.f64[block / 8 + CAPACITY + i]!, 0),
    central_moment: () => 9,
  });
  const records = new RecordTable(kernels, CAPACITY);
  const maker = new RecordMaker({ spec, kernels, records }, () => 0);
  const densities = { maybeLimited: () => undefined } as unknown as DensityStore;
  const parts = { spec: spec as never, kernels, records, maker, densities };
  const points = new PointRecords(parts);
  const said: string[] = [];
  const notices = new Notices((sentence) => said.push(sentence));
  return { maker, points, texts: new RecordTexts({ records, maker, points, notices }), said };
}

const pointsOf = (positions: number[], masses: number[], atoms = true) => ({
  positions: Float64Array.from(positions),
  masses: Float64Array.from(masses),
  atoms,
});

it('the masses of a record of points add up to 1, and its particle is their mean', () => {
  const { maker, points } = open();
  const handle = points.make(pointsOf([1, 5], [1, 3]));
  expect(maker.resultParticle).toBe(4);
  expect(points.read({ handle, particle: 4 })).toEqual(pointsOf([1, 5], [0.25, 0.75]));
  expect([0, 1, 2].map((order) => points.momentOf(handle, order))).toEqual([1, 4, 9]);
  const copy = points.copy({ handle, particle: 4.5 });
  expect([copy === handle, maker.resultParticle]).toEqual([false, 4.5]);
  expect(points.read({ handle: copy, particle: 4.5 })).toEqual(pointsOf([1, 5], [0.25, 0.75]));
});

it('points that had to be merged do not count as outcomes, and an empty set of points yields NaN', () => {
  const { maker, points } = open();
  const many = points.make(pointsOf([1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 1, 1]));
  expect(points.read({ handle: many, particle: 0 }).atoms).toBe(false);
  expect(points.hasRoomFor(Float64Array.of(1, 2, 3, 4, Number.NaN))).toBe(true);
  expect(points.hasRoomFor(Float64Array.of(1, 2, 3, 4, 5))).toBe(false);
  expect([points.make(pointsOf([], [])), maker.resultParticle]).toEqual([0, Number.NaN]);
});

it('a value is written exactly as it was read, even if doubles would produce a different text', () => {
  const { points, texts } = open();
  const read = {
    type: 4,
    count: 1,
    mean: 2.5,
    ...pointsOf([1, 3], [0.5, 0.5]),
  };
  const text = formatUx(read);
  const adopted: number[] = [];
  const creation = { fromPoints: () => 99, adopt: (handle: number) => adopted.push(handle) };
  const handle = texts.fromText(text, 1, creation);
  expect(adopted).toEqual([handle]);
  // The mean of the record is 2, but the mean in the text is 2.5.
  expect(texts.toText({ handle, particle: 0 })).toBe(formatUx(read));
  const copy = points.copy({ handle, particle: 0 });
  texts.noteCopy(copy, handle);
  texts.forget(handle);
  expect(texts.toText({ handle: copy, particle: 0 })).toBe(formatUx(read));
  expect(texts.toText({ handle, particle: 0 })).toBe(formatUx({ ...read, mean: 2 }));
});

it('a text with more points than a record can hold becomes a value of points', () => {
  const { texts } = open();
  const many = pointsOf([1, 2, 3, 4, 5, 6], [0.5, 0.1, 0.1, 0.1, 0.1, 0.1]);
  const text = formatUx({ type: 4, count: 1, mean: 2.5, ...many });
  expect(
    texts.fromText(text, 7, {
      fromPoints: (points, particle) => points.positions.length + particle!,
      adopt() {},
    }),
  ).toBe(13);
});

it('writing a value that is partly NaN reports the probability of NaN once', () => {
  const { points, texts, said } = open();
  const handle = points.makeAsTheyAre(pointsOf([1, 2, Number.NaN], [1, 1, 2]), 3);
  texts.toText({ handle, particle: 3 });
  texts.toText({ handle, particle: 3 });
  expect(said).toEqual([expect.stringContaining('50')]);
});
