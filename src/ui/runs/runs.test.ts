import { expect, test } from 'vitest';
import type { Page } from '../service/service-client.ts';
import type { Build, Task } from '../service/service-records.ts';
import { pairValues, readOutput } from './compare-runs.ts';
import { loadRuns } from './run-history.ts';
import { describeChanges, findChanges } from './text-changes.ts';

/** Two points, each with a probability of one half: mean 21.5, standard deviation 0.25. */
const VALUE =
  '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';

const lines = (...texts: string[]) => texts.map((text) => `${text}\n`).join('');

test('changes to a text are counted in lines and shown with the surrounding lines', () => {
  const before = lines('a', 'b', 'c', 'd', 'e', 'f');
  const change = findChanges(before, lines('a', 'b', 'c', 'D', 'e', 'f', 'g'))!;
  expect(describeChanges(change)).toBe('+2 −1 lines');
  expect(change.hunks).toEqual([{ firstLine: 2, lines: [' b', ' c', '-d', '+D', ' e', ' f', '+g'] }]);
  expect(describeChanges(findChanges(before, before))).toBe('the same');
  expect(describeChanges(findChanges('a', 'a\n'))).toBe('+1 −1 lines');
});

/** A service with runs of these sources, oldest first, each in its own folder. */
function openHistory(runs: readonly { source: string; folder: string }[]) {
  const asked: (string | undefined)[] = [];
  const tasks = runs.map(({ folder }, i) => {
    const task = { TaskID: `tsk_${i}`, BuildID: `bld_${i}`, DataSources: [{ ResourceID: `buc_${folder}` }] };
    return task as unknown as Task;
  });
  const builds = runs.map(({ source }, i) => {
    const build = { BuildID: `bld_${i}`, Application: { SourceCode: { Code: source } } };
    return build as unknown as Build;
  });
  // Pages of two entries, newest first, as the service lists them.
  const pageOf = <Item>(items: readonly Item[], startKey = '0'): Page<Item> => {
    const at = Number(startKey);
    const next = at + 2 < items.length ? String(at + 2) : undefined;
    return { items: items.toReversed().slice(at, at + 2), next };
  };
  const client = {
    readBucket: async (id: string) => ({ Name: id.replace('buc_', '') }),
    listTasks: async (startKey?: string) => {
      asked.push(startKey);
      return pageOf(tasks, startKey);
    },
    listBuilds: async (startKey?: string) => pageOf(builds, startKey),
  };
  return { client, asked };
}

test('runs in the program’s folder are listed across all pages, each with its changes', async () => {
  const first = lines('a', 'b', 'c', 'd');
  const { client, asked } = openHistory([
    { source: first, folder: 'own' },
    { source: first, folder: 'other' },
    { source: first, folder: 'own' },
    { source: lines('a', 'b', 'x', 'd'), folder: 'own' },
  ]);
  const runs = await loadRuns(client, 'own');
  expect(runs.map(({ number, change }) => [number, change])).toEqual([
    [3, '+1 −1 lines'],
    [2, 'the same'],
    [1, ''],
  ]);
  expect(asked).toEqual([undefined, '2']);
});

test('a rewritten program in the same folder keeps its list of runs, in which other folders do not appear', async () => {
  const { client } = openHistory([
    { source: lines('a', 'b', 'c'), folder: 'own' },
    { source: lines('a', 'b', 'z'), folder: 'other' },
    { source: lines('p', 'q', 'r'), folder: 'own' },
  ]);
  const runs = await loadRuns(client, 'own');
  expect(runs.map(({ number, task }) => [number, task.TaskID])).toEqual([
    [2, 'tsk_2'],
    [1, 'tsk_0'],
  ]);
  expect(await loadRuns(client, 'third')).toEqual([]);
});

test('runs of projects show that changes are not saved, and runs of repositories show their commits', async () => {
  const projects = [undefined, undefined, 'a'.repeat(40), 'a'.repeat(40), 'b'.repeat(40)];
  const { client } = openHistory(projects.map(() => ({ source: '', folder: 'own' })));
  const listBuilds = async (startKey?: string) => {
    const page = await client.listBuilds(startKey);
    return {
      ...page,
      items: page.items.map((build) => {
        const ResolvedCommit = projects[Number(build.BuildID.replace('bld_', ''))];
        const Repository = ResolvedCommit === undefined ? {} : { ResolvedCommit };
        return { ...build, Application: { Type: 'Repository', Repository } } as unknown as Build;
      }),
    };
  };
  const runs = await loadRuns({ ...client, listBuilds }, 'own');
  expect(runs.map(({ change }) => change)).toEqual([
    'commit bbbbbbb after aaaaaaa',
    'the same commit',
    'not saved for projects',
    'not saved for projects',
    '',
  ]);
});

test('values from two runs are paired by label, and the earlier value is dashed', async () => {
  const loadSamples = async () => Float64Array.of(20, 22);
  const id = `val_${'0'.repeat(32)}`;
  const old = await readOutput(`width (m): ${VALUE}\ngone: ${VALUE}\n`, loadSamples);
  expect(old.text).toBe('width (m): 21.50 ± 0.25\ngone: 21.50 ± 0.25\n');
  const now = await readOutput(`width (m): 20<ValueID>${id}</ValueID>\n`, loadSamples);
  expect(now.text).toBe('width (m): 20\n');
  const [width, gone] = pairValues(old.values, now.values, 'run 1');
  expect(width).toMatchObject({ label: 'width', unit: 'm', before: '21.50 ± 0.25', after: '21.0 ± 1.0' });
  expect(width!.difference).toBe('−0.5');
  expect(width!.pair.map(({ label, isBefore = false }) => [label, isBefore])).toEqual([
    ['width', false],
    ['width (run 1)', true],
  ]);
  expect([gone!.before, gone!.after, gone!.difference]).toEqual(['21.50 ± 0.25', '–', '–']);
});

test('the time to read values is linear in their number, even if all are on one line', async () => {
  const timeOf = async (count: number) => {
    const startMs = performance.now();
    const { values } = await readOutput(`a: ${`${VALUE} `.repeat(count)}`, () => Promise.reject(new Error()));
    expect([values.length, values[0]!.label]).toEqual([count, 'a']);
    return performance.now() - startMs;
  };
  await timeOf(1000);
  // In the past, each value caused a search of the whole line before it.
  expect(await timeOf(20_000)).toBeLessThan(20 * (await timeOf(2000)) + 1000);
});
