// An executor is killed at random moments, again and again. In the end every job must be Completed, by allowed steps,
// with its whole output and nothing twice.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type BuildBody,
  buildLogKey,
  buildModuleKey,
  builds,
  type TaskBody,
  taskStreamKey,
  tasks,
} from '../../src/jobs/records.ts';
import { beginHistory, canStep, type JobHistory, type JobKind } from '../../src/jobs/states.ts';
import { allRecords } from '../../src/store/all-records.ts';
import { openFolderStore } from '../../src/store/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { findDefaultCore } from '../../src/uncertainty/core-spec.ts';
import { bundleProgram } from '../store/bundle-program.ts';
import { createRandom } from '../store/seeded-random.ts';

const SEED = 20261120;
const KILLS = 12;
const BUILDS = 25;
const TASKS = 60;
const OWNER = 'usr_1';

function newBuild(Code: string): BuildBody {
  return {
    ...beginHistory(0, 'build accepted'),
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

async function fillStore(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    const done = { ...newBuild('done'), BuildArtifactAvailable: true };
    await tx.insert(builds, { id: 'bld_done', owner: OWNER, status: 'Completed', createdAt: 0, body: done });
    await tx.putBlob(buildModuleKey('bld_done'), Uint8Array.of(1));
    for (let build = 0; build < BUILDS; build += 1) {
      const body = newBuild(`program ${build}`);
      await tx.insert(builds, { id: `bld_${build}`, owner: OWNER, status: 'Accepted', createdAt: 0, body });
    }
    for (let task = 0; task < TASKS; task += 1) {
      const Arguments = String(linesOf(task));
      const history = beginHistory(0, 'task accepted');
      const body: TaskBody = { ...history, BuildID: 'bld_done', Arguments, DataSources: [] };
      const record = { id: `tsk_${task}`, owner: OWNER, parent: 'bld_done', status: 'Accepted' };
      await tx.insert(tasks, { ...record, createdAt: 0, body });
    }
  });
}

/** Lets the executor start and work for a moment; without one, until it has nothing left to do. */
async function runExecutor(program: string, folder: string, killAfterMs?: number): Promise<void> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await ended;
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

test(`every job of an executor that is killed ${KILLS} times ends as it should (seed ${SEED})`, async () => {
  const root = await mkdtemp(join(tmpdir(), 'haze-executor-'));
  const program = await bundleProgram(new URL('executor-process.ts', import.meta.url), join(root, 'program'));
  const folder = join(root, 'store');
  const filled = await openFolderStore(folder);
  await fillStore(filled);
  await filled.close();
  const random = createRandom(SEED);
  for (let kill = 0; kill < KILLS; kill += 1) await runExecutor(program, folder, random() * 80);
  await runExecutor(program, folder);
  const store = await openFolderStore(folder);
  let rescheduled = 0;
  for await (const { id, status, body } of allRecords(store, builds, { owner: OWNER })) {
    expect([id, status]).toEqual([id, 'Completed']);
    expectAllowedSteps('build', body);
    // One that was killed between keeping its module and saying so finds that module when it starts again.
    if (id !== 'bld_done') expect(await readText(store, buildLogKey(id), false)).toMatch(/^built\n/);
  }
  for await (const { id, status, body } of allRecords(store, tasks, { owner: OWNER })) {
    expect([id, status]).toEqual([id, 'Completed']);
    expectAllowedSteps('task', body);
    rescheduled += body.StatusTransitions.filter(({ Status }) => Status === 'Rescheduled').length;
    const count = linesOf(Number(id.slice('tsk_'.length)));
    const expected = Array.from({ length: count }, (_, line) => `line ${line}\n`).join('');
    expect(await readText(store, taskStreamKey(id, 'Stdout'), true)).toBe(expected);
    expect(body.Streams?.Stdout.SizeInBytes).toBe(expected.length);
  }
  // The kills did hit running jobs.
  expect(rescheduled).toBeGreaterThan(0);
  await store.close();
  await rm(root, { recursive: true });
});
