// Jobs for executors that are killed, and the required outcome of each job.
import { expect } from 'vitest';
import {
  type BuildBody,
  buildLogKey,
  buildModuleKey,
  builds,
  type TaskBody,
  taskStreamKey,
  tasks,
} from '../../src/jobs/records/records.ts';
import {
  beginHistory,
  canStep,
  type JobHistory,
  type JobKind,
  type StatusTransition,
} from '../../src/jobs/records/states.ts';
import { allRecords } from '../../src/store/contract/all-records.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';

const OWNER = 'usr_1';

export interface JobCounts {
  readonly builds: number;
  readonly tasks: number;
}

function newBuild(Code: string): BuildBody {
  return {
    ...beginHistory('build', 0),
    DefaultArguments: '',
    DefaultDataSources: [],
    Application: { Type: 'SourceCode', SourceCode: { Code, Language: 'C', Arguments: '', ConfigMk: '' } },
    Core: findDefaultCore('C0-S'),
    DiscoverVariables: false,
    TraceVariables: [],
    BuildArtifactAvailable: false,
  };
}

const linesOf = (task: number) => 5 + (task % 40);

/** Pending jobs: builds, and tasks of a finished build that each print some lines. */
export async function fillStore(store: Store, counts: JobCounts): Promise<void> {
  await store.transaction(async (tx) => {
    const done = { ...newBuild('done'), BuildArtifactAvailable: true };
    await tx.insert(builds, { id: 'bld_done', owner: OWNER, status: 'Completed', createdAt: 0, body: done });
    await tx.putBlob(buildModuleKey('bld_done'), Uint8Array.of(1));
    for (let build = 0; build < counts.builds; build += 1) {
      const body = newBuild(`program ${build}`);
      await tx.insert(builds, { id: `bld_${build}`, owner: OWNER, status: 'Accepted', createdAt: 0, body });
    }
    for (let task = 0; task < counts.tasks; task += 1) {
      const Arguments = String(linesOf(task));
      const history = beginHistory('task', 0);
      const body: TaskBody = { ...history, BuildID: 'bld_done', Arguments, DataSources: [] };
      const record = { id: `tsk_${task}`, owner: OWNER, parent: 'bld_done', status: 'Accepted' };
      await tx.insert(tasks, { ...record, createdAt: 0, body });
    }
  });
}

function expectAllowedSteps(kind: JobKind, { StatusTransitions }: JobHistory): void {
  const statuses = StatusTransitions.map(({ Status }) => Status);
  for (const [index, status] of statuses.slice(1).entries()) {
    expect(canStep(kind, statuses[index]!, status), statuses.join(' → ')).toBe(true);
  }
}

async function readText(store: Store, key: string, isZipped: boolean): Promise<string> {
  let text = '';
  for await (const chunk of (await store.readBlob(key)) ?? []) {
    const blob = new Blob([chunk as BlobPart]).stream();
    const plain = isZipped ? blob.pipeThrough(new DecompressionStream('gzip')) : blob;
    text += await new Response(plain).text();
  }
  return text;
}

function countLosses(steps: readonly StatusTransition[]): number {
  return steps.filter(({ Status }) => Status === 'Rescheduled').length;
}

/**
 * Every job is Completed, through allowed transitions, with its complete output, and without duplicates.
 * @param special `maySetAside`: a job that ran alone in two killed executors is Stopped instead; this affects few
 * jobs
 * @returns number of times jobs were rescheduled
 */
export async function expectAllEnded(
  store: Store,
  counts: JobCounts,
  special: { readonly maySetAside?: boolean } = {},
): Promise<number> {
  let rescheduled = 0;
  let setAside = 0;
  const isSetAside = (status: string, steps: readonly StatusTransition[]): boolean => {
    const isStopped = special.maySetAside === true && status === 'Stopped' && countLosses(steps) > 0;
    if (isStopped) setAside += 1;
    return isStopped;
  };
  expect(await store.count(builds, { owner: OWNER })).toBe(counts.builds + 1);
  expect(await store.count(tasks, { owner: OWNER })).toBe(counts.tasks);
  for await (const { id, status, body } of allRecords(store, builds, { owner: OWNER })) {
    expectAllowedSteps('build', body);
    if (isSetAside(status, body.StatusTransitions)) continue;
    expect([id, status]).toEqual([id, 'Completed']);
    // A server that is killed after it stores the module but before it reports completion finds that module when it
    // restarts.
    if (id !== 'bld_done') expect(await readText(store, buildLogKey(id), false)).toMatch(/^built\n/);
  }
  for await (const { id, status, body } of allRecords(store, tasks, { owner: OWNER })) {
    rescheduled += countLosses(body.StatusTransitions);
    expectAllowedSteps('task', body);
    if (isSetAside(status, body.StatusTransitions)) continue;
    expect([id, status], JSON.stringify(body.StatusTransitions)).toEqual([id, 'Completed']);
    const count = linesOf(Number(id.slice('tsk_'.length)));
    const expected = Array.from({ length: count }, (_, line) => `line ${line}\n`).join('');
    expect(await readText(store, taskStreamKey(id, 'Stdout'), true)).toBe(expected);
    expect(body.Streams?.Stdout.SizeInBytes).toBe(expected.length);
  }
  expect(setAside).toBeLessThan(counts.tasks / 10);
  return rescheduled;
}
