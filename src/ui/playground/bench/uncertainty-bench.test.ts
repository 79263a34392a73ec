import { expect, test } from 'vitest';
import { DEFAULT_CORES } from '../../../uncertainty/core/core-spec.ts';
import { IDLE } from '../../run/run-state.ts';
import type { Bench } from './bench.ts';
import { UncertaintyBench } from './uncertainty-bench.ts';

const PROGRAM = { language: 'C', source: '', arguments: '', stdin: '', files: [] };

function openBench(openEngine: () => Promise<unknown>) {
  const bench = {
    state: { run: { ...IDLE, task: { TaskID: 'tsk', Seed: 1 } }, connection: { openEngine } },
    change: () => undefined,
  } as unknown as Bench;
  const uncertainty = new UncertaintyBench(bench);
  uncertainty.note(PROGRAM as never, DEFAULT_CORES[0] as never, undefined);
  return uncertainty;
}

test('a question whose engine could not be loaded can be asked again', async () => {
  let isAway = true;
  const engine = {
    build: async () => ({ ok: true, module: new Uint8Array() }),
    run: async () => ({ end: { kind: 'exited' }, stdout: '' }),
  };
  const uncertainty = openBench(async () => {
    if (isAway) throw new Error('the network is away');
    return engine;
  });
  const { signal } = new AbortController();
  await expect(uncertainty.findFigures(signal)).rejects.toThrow('away');
  isAway = false;
  expect(await uncertainty.findFigures(signal)).toEqual(new Map());
});
