import { expect, it } from 'vitest';
import { makeKernels } from '../../../test/core/hand-made-kernels.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { GridStore } from './grid-store.ts';

function open() {
  const kernels: Kernels = makeKernels({
    grid_weights: (weights, n) => kernels.doublesAt(weights, n).fill(1 / n),
    grid_shares: (shares, n) => kernels.doublesAt(shares, n).set(Array.from({ length: n }, (_, i) => i / n)),
  });
  return { kernels, grids: new GridStore(kernels, 1024) };
}

it('a value is stored as its numbers at its base’s points', () => {
  const { kernels, grids } = open();
  const base = grids.makeBase(Float64Array.of(0.25, 0.75), true, false);
  const values = grids.allocate(base);
  kernels.doublesAt(values, 2).set([3, 5]);
  grids.assign(7, { base, values, isInCells: false, formula: undefined });
  const { positions, masses, atoms } = grids.read(grids.get(7)!);
  expect([[...positions], [...masses], atoms]).toEqual([[3, 5], [0.25, 0.75], true]);
});

it('a base is freed together with its last value, but the weights of sources are kept', () => {
  const { kernels, grids } = open();
  const base = grids.makeBase(Float64Array.of(0.5, 0.5, 0, 0), true, false);
  for (const handle of [1, 2])
    grids.assign(handle, { base, values: grids.allocate(base), isInCells: false, formula: undefined });
  grids.release(1);
  grids.release(1);
  expect([base.uses, grids.get(1)]).toEqual([1, undefined]);
  grids.release(2);
  // The base's weights were freed last.
  expect(kernels.allocate(32)).toBe(base.weights);
  const shared = grids.makeSourceBase({ kind: 'mixture', parts: [1, 2], firstWeight: 0.5, size: 0 });
  expect([shared.count, shared.weights]).toEqual([256, grids.sourceWeights]);
  grids.assign(3, { base: shared, values: grids.allocate(shared), isInCells: false, formula: undefined });
  grids.release(3);
  expect(kernels.allocate(8 * 256)).not.toBe(grids.sourceWeights);
});
