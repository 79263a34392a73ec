import { expect, test } from 'vitest';
import { IDLE } from '../../run/run-state.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { PageState } from '../page/page-state.ts';
import type { Bench } from './bench.ts';
import { CompareBench, isComparing } from './compare-bench.ts';
import type { RanProgram } from './ran-program.ts';

function openPage() {
  const builds: ((build: object) => void)[] = [];
  const cancelled: string[] = [];
  const client = {
    createBuild: () => new Promise((resolve) => builds.push(resolve)),
    cancelBuild: async (id: string) => void cancelled.push(id),
  } as unknown as ServiceClient;
  let state = { run: { ...IDLE, phase: 'ended', outcome: 'completed' }, cores: [] } as unknown as PageState;
  const said: string[] = [];
  const bench = {
    get state() {
      return state;
    },
    service: { reach: async () => ({ client, connection: { onJobChange: () => () => undefined } }) },
    parts: { console: { values: [] } },
    change: (changes: Partial<PageState>) => {
      state = { ...state, ...changes };
    },
    say: (sentence: string) => void said.push(sentence),
  } as unknown as Bench;
  const last = {
    program: { language: 'C', source: '', arguments: '', stdin: '', files: [] },
    own: {},
    folder: { send: async () => [] },
  } as unknown as RanProgram;
  const comparisons = new CompareBench(
    bench,
    () => last,
    () => 'mine',
  );
  return { bench, builds, cancelled, said, comparisons };
}

test('a comparison of a program that is no longer open is cancelled and never shown', async () => {
  const { bench, builds, cancelled, said, comparisons } = openPage();
  const comparing = comparisons.compare();
  await expect.poll(() => builds.length).toBe(1);
  comparisons.close();
  builds[0]!({ BuildID: 'bld', Status: 'In Progress', StatusTransitions: [] });
  await comparing;
  expect([bench.state.comparison, cancelled, said]).toEqual([undefined, ['bld'], []]);
});

test('a second press while a comparison starts does nothing', async () => {
  const { bench, builds, comparisons } = openPage();
  void comparisons.compare();
  await comparisons.compare();
  expect(isComparing(bench.state.comparison)).toBe(true);
  await expect.poll(() => builds.length).toBe(1);
});
