import { expect, it } from 'vitest';
import { makeKernels } from '../../../test/core/hand-made-kernels.ts';
import { LaneStore } from './lane-store.ts';

const OPTIONS = { seed: 1n, laneCount: 4, firstPoints: 'lattice', laneMemoryLimitBytes: 3 * 32 } as const;

function open() {
  const filled: string[] = [];
  const kernels = makeKernels({
    setup_lanes() {},
    lattice_dimensions: () => 2,
    fill_lattice: (_lanes, _n, dimension) => filled.push(`lattice ${dimension}`),
    fill_uniforms: (_lanes, _n, dimension) => filled.push(`sobol ${dimension}`),
  });
  return { store: new LaneStore(kernels, OPTIONS), filled };
}

it('lanes use memory up to the host’s limit, and the memory is freed together with their record', () => {
  const { store } = open();
  const lanes = [store.allocate(), store.allocate(), store.allocate()];
  expect([new Set(lanes).size, store.bytes]).toEqual([3, 96]);
  expect(() => store.allocate()).toThrow('3 values are alive with 4 aligned samples each');
  store.assign(5000, lanes[0]!, store.singleSet(0));
  expect(store.addressOf(5000)).toBe(lanes[0]);
  store.release(5000);
  store.release(5000);
  expect([store.addressOf(5000), store.bytes, store.allocate()]).toEqual([0, 64, lanes[0]]);
});

it('the first dimensions are drawn from the lattice, and all others from the net', () => {
  const { store, filled } = open();
  const dimensions = [store.takeDimension(), store.takeDimension(), store.takeDimension()];
  for (const dimension of [...dimensions, store.takeFarDimension()])
    store.free(store.drawUniforms(dimension));
  expect(filled).toEqual(['lattice 0', 'lattice 1', 'sobol 2', `sobol ${2 ** 24}`]);
  expect(store.dimensionsTaken).toBe(3);
});

it('the sources of a record can be listed, even if they come from several other records', () => {
  const { store } = open();
  const [a, b] = [store.singleSet(store.addSource()), store.singleSet(store.addSource())];
  store.assign(1, 0, a);
  store.assign(2, 0, b);
  const both = store.combineSets(store.setOf(1), store.setOf(2));
  expect(both.areDisjoint).toBe(true);
  store.assign(3, 0, both.set);
  expect([store.sourcesOf(3), store.isSource(1, 0), store.isSource(3, 0)]).toEqual([[0, 2], true, false]);
  const operands = [1, 0, 3].map((handle) => ({ handle, particle: 0 }));
  expect(store.uniteSets(...store.setsOf(operands))).toBe(both.set);
});
