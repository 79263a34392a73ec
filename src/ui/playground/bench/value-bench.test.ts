import { expect, test } from 'vitest';
import type { ChosenValue } from '../../console/haze-console.ts';
import { IDLE } from '../../run/run-state.ts';
import type { PageState } from '../page/page-state.ts';
import type { Bench } from './bench.ts';
import { ValueBench } from './value-bench.ts';

function openBench() {
  const loading = new Map<string, (samples: Float64Array) => void>();
  const client = {
    readSamples: (_: string, id: string) => new Promise((resolve) => loading.set(id, resolve)),
  };
  let state = { viewed: [], run: { ...IDLE, task: { TaskID: 'tsk' } } } as unknown as PageState;
  const bench = {
    get state() {
      return state;
    },
    service: { reach: async () => ({ client }) },
    change: (changes: Partial<PageState>) => {
      state = { ...state, ...changes };
    },
  } as unknown as Bench;
  const values = new ValueBench(bench, async () => undefined);
  const view = async (label: string) => {
    const chosen: ChosenValue = { label, reference: { decimal: '1', valueId: label } };
    const viewing = values.view(chosen);
    await expect.poll(() => loading.has(label)).toBe(true);
    const load = async () => {
      loading.get(label)!(Float64Array.of(1));
      await viewing;
    };
    return { load };
  };
  const setOverlay = () => bench.change({ isOverlay: true });
  return { values, view, setOverlay, shown: () => state.viewed.map(({ label }) => label) };
}

test('of two values whose samples load slowly, the one chosen last is shown', async () => {
  const { view, shown } = openBench();
  const first = await view('first');
  const last = await view('last');
  await last.load();
  await first.load();
  expect(shown()).toEqual(['last']);
});

test('of two overlaid values whose samples load slowly, both are shown', async () => {
  const { view, setOverlay, shown } = openBench();
  setOverlay();
  const first = await view('first');
  const last = await view('last');
  await first.load();
  await last.load();
  expect(shown()).toEqual(['first', 'last']);
});

test('samples that arrive after the viewer was closed do not open it again', async () => {
  const { values, view, shown } = openBench();
  const slow = await view('slow');
  values.dismiss();
  await slow.load();
  expect(shown()).toEqual([]);
});
