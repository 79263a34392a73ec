// Tests with a list of files that arrives only after its run has finished.
import { expect, test } from 'vitest';
import { InputFolder } from '../../run/input-folder.ts';
import { IDLE } from '../../run/run-state.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { PageState } from '../page/page-state.ts';
import type { Bench } from './bench.ts';
import { RunBench, type RunBenchTools } from './run-bench.ts';

interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly etag: string;
}

const FILE: FoundFile = { path: 'playground-mine/out.txt', size: 3, etag: 'one' };
const ENDED = { Status: 'Completed', StatusTransitions: [] };

/** A page whose service builds and runs immediately. The n-th run lists the files from `listed[n]`. */
function openPage(listed: readonly (() => Promise<readonly FoundFile[]>)[]) {
  let runs = 0;
  let hasAsked = () => {};
  const client = {
    createBucket: async (Name: string) => ({ BucketID: 'buc', Name }),
    // Called both before and after a run.
    listFiles: async () => {
      runs += 0.5;
      if (runs % 1 !== 0) return [];
      hasAsked();
      return listed[runs - 1]!();
    },
    createBuild: async () => ({ ...ENDED, BuildID: 'bld' }),
    createTask: async () => ({ ...ENDED, TaskID: `tsk_${runs}` }),
    readBuildLog: async () => '',
    listDiagnostics: async () => [],
  } as unknown as ServiceClient;
  const folder = new InputFolder(client, 'playground-mine');
  let state = {
    program: { language: 'C', core: 'C0-S', source: '', arguments: '', stdin: '', files: [] },
    cores: [{ Name: 'C0-S', CoreID: 'cor', Owner: 'haze' }],
    run: IDLE,
    layout: { hasMargin: true },
    outputFiles: [],
  } as unknown as PageState;
  const said: string[] = [];
  const nothing = () => {};
  const followed: string[] = [];
  const bench = {
    get state() {
      return state;
    },
    service: {
      reach: async () => ({ client, connection: { onJobChange: () => nothing }, openFolder: () => folder }),
    },
    parts: {
      console: { values: [], clear: nothing, end: nothing },
      editor: { setDiagnostics: nothing },
    },
    change: (changes: Partial<PageState>) => {
      state = { ...state, ...changes };
    },
    say: (sentence: string) => void said.push(sentence),
  } as unknown as Bench;
  const tools = {
    projects: { describeBuild: () => ({}), messages: { begin: nothing, end: nothing, listFor: () => [] } },
    values: { begin: nothing, follow: () => void followed.push(state.run.task?.TaskID ?? 'none') },
    uncertainty: { begin: nothing, note: nothing, end: nothing },
    lines: { loaded: { clear: nothing }, load: async () => ({ list: nothing }) },
    tabId: async () => 'tab',
    programId: () => 'mine',
  } as unknown as RunBenchTools;
  const runBench = new RunBench(bench, tools);
  /** Starts a run. Once the page has requested the run's files, resolves with the promise of the run's completion. */
  const untilAsked = async () => {
    let over: Promise<void> = Promise.resolve();
    await new Promise<void>((resolve) => {
      hasAsked = resolve;
      over = runBench.run();
    });
    return { over };
  };
  return { bench, said, followed, runBench, untilAsked };
}

test('a late file list is not shown during the next run, and values belong to their own run', async () => {
  let answer: (files: readonly FoundFile[]) => void = () => {};
  const late = new Promise<readonly FoundFile[]>((resolve) => {
    answer = resolve;
  });
  const { bench, followed, untilAsked } = openPage([() => late, async () => []]);
  const first = await untilAsked();
  expect(bench.state.run.outcome).toBe('completed');
  await (await untilAsked()).over;
  answer([FILE]);
  await first.over;
  expect(bench.state.outputFiles).toEqual([]);
  expect(followed).toEqual(['tsk_0.5', 'tsk_1.5']);
});

test('a failed file listing is reported, and the files of a successful run are shown', async () => {
  const { bench, said, runBench } = openPage([
    () => Promise.reject(new Error('The service returned status 507.')),
    async () => [FILE],
  ]);
  await runBench.run();
  expect(bench.state.run.outcome).toBe('completed');
  expect(said).toEqual([
    'Files that the program may have written cannot be listed: The service returned status 507.',
  ]);
  await runBench.run();
  expect(bench.state.outputFiles).toEqual([{ path: 'out.txt', size: 3 }]);
  expect(said).toHaveLength(1);
});

test('the files of a run with mixed decisions are shown', async () => {
  const { bench, runBench } = openPage([async () => [FILE]]);
  const { client } = await bench.service.reach();
  const Decisions = [{ Kind: 'Comparison', Probability: 0.5, Followed: true, File: 'main.c', LineNumber: 3 }];
  Object.assign(client, { createTask: async () => ({ ...ENDED, TaskID: 'tsk', Decisions }) });
  await runBench.run();
  expect(bench.state.run.diagnostics).toHaveLength(1);
  expect(bench.state.outputFiles).toEqual([{ path: 'out.txt', size: 3 }]);
});

test('a run without a task does not list the files of an earlier run', async () => {
  const { bench, runBench } = openPage([async () => [FILE]]);
  const { client } = await bench.service.reach();
  Object.assign(client, { createBuild: () => Promise.reject(new Error('The service returned status 500.')) });
  await runBench.run();
  expect(bench.state.run).toMatchObject({ outcome: 'failed', problem: 'The service returned status 500.' });
  expect(bench.state.outputFiles).toEqual([]);
});
