import { expect, it } from 'vitest';
import { makeKernels } from '../../../test/core/hand-made-kernels.ts';
import { LaneStore } from '../lanes/lane-store.ts';
import type { Recipe } from '../lanes/value-notes.ts';
import type { ValueStore } from '../lanes/value-store.ts';
import { LaneSources } from './lane-sources.ts';
import type { SourceTrace } from './source-trace.ts';

const PLAN = { shape: 0, a: 0, b: 0, location: 5, scale: 2, mean: 5 };

it('predictions made by a likelihood use no points from the sequence and are not traced', () => {
  const kernels = makeKernels({ setup_lanes() {} });
  const options = { seed: 1n, laneCount: 4, firstPoints: 'sobol', laneMemoryLimitBytes: 1000 } as const;
  const recipes: (number | undefined)[] = [];
  const traced: number[] = [];
  const values = {
    lanes: new LaneStore(kernels, options),
    grids: { makeSourceBase: () => ({}) },
    addRecipe: (_handle: number, { dimension }: Recipe) => recipes.push(dimension),
  } as unknown as ValueStore;
  const trace = { noteValue() {} } as unknown as SourceTrace;
  const sources = new LaneSources({ kernels, values }, trace);
  const add = (handle: number) => {
    const source = values.lanes.addSource();
    if (sources.traceOfRun) traced.push(source);
    sources.addParametric(handle, source, PLAN, 0, undefined);
    return { handle, particle: sources.takeDimension() };
  };
  expect(add(1).particle).toBe(1);
  expect(sources.predicting(add)(2).particle).toBe(2 ** 24);
  const fail = () => {
    throw new Error('trap');
  };
  expect(() => sources.predicting(fail)(0)).toThrow('trap');
  expect(add(3).particle).toBe(3);
  expect(recipes).toEqual([0, undefined, 2]);
  expect(traced).toEqual([0, 2]);
  expect([1, 2, 3].map((handle) => values.lanes.sourcesOf(handle))).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
});
