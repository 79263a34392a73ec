import { afterEach, expect, test } from 'vitest';
import { builtWith, Workshop } from '../../../test/jobs/workshop.ts';
import { HazeError } from '../../errors/haze-error.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Executor } from '../executing/executor.ts';
import type { UnwrittenEnds } from './held-job.ts';
import { builds, tasks } from './records.ts';
import { withUnwrittenEnds } from './unwritten-ends.ts';

const open: Workshop[] = [];
afterEach(async () => {
  for (const workshop of open.splice(0)) await workshop.close();
});

/** A page's store, which rejects writes while it is full, and the readers' view of the store. */
function openPage() {
  const workshop = new Workshop();
  open.push(workshop);
  const page = { isFull: false };
  const store: Store = {
    ...workshop.store,
    transaction: (work) =>
      page.isFull
        ? Promise.reject(new HazeError('storage-full', 'There is no room left.'))
        : workshop.store.transaction(work),
  };
  const unwritten: UnwrittenEnds = new Map();
  const told = withUnwrittenEnds(store, unwritten);
  let nowMs = Date.now();
  const start = () => workshop.startExecutor({ store, unwritten, now: () => nowMs });
  /** Waits until a condition holds, while the executor polls and the clock advances. */
  const until = (executor: Executor, isSo: () => Promise<boolean>) =>
    workshop.until(async () => {
      nowMs += 3000;
      executor.announce();
      // Time passes no faster than the executor polls.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return isSo();
    });
  const statusOf = async (id: string) => (await told.get(builds, id))?.status;
  return { workshop, page, told, start, statusOf, until };
}

test('a build whose outcome cannot be stored is shown as stopped with a reason, and stored later', async () => {
  const { workshop, page, told, start, statusOf, until } = openPage();
  const executor = start();
  const id = await workshop.addBuild('a');
  const build = await workshop.untilStarted(workshop.startedBuilds);
  page.isFull = true;
  build.end(builtWith());
  await until(executor, async () => (await statusOf(id)) === 'Stopped');
  const { records } = await told.list(builds, {});
  expect(records[0]?.body.StatusTransitions.at(-1)).toMatchObject({
    Status: 'Stopped',
    Message: 'There is no room left.',
  });
  expect(records[0]?.body.FinishedAt).toBeDefined();
  expect((await workshop.store.get(builds, id))?.status).toBe('Building');
  // The job is not reported as an internal error, and does not run again.
  executor.announce();
  expect(workshop.errors).toEqual([]);
  page.isFull = false;
  executor.announce();
  const written = await workshop.untilBuild(id, 'Stopped');
  expect(written.body).toEqual(records[0]?.body);
  expect(workshop.startedBuilds).toHaveLength(1);
  // The next build succeeds.
  const next = await workshop.addBuild('b');
  await workshop.until(async () => workshop.startedBuilds.length === 2);
  workshop.startedBuilds[1]!.end(builtWith());
  await workshop.untilBuild(next, 'Completed');
});

test('when storage is full, waiting jobs are shown as stopped, including jobs from an earlier page', async () => {
  const { workshop, page, told, start, statusOf, until } = openPage();
  const waiting = await workshop.addBuild('a');
  const left = await workshop.addBuild('b', { Executor: 'exe_gone' }, 'Building');
  const task = await workshop.addTask(await workshop.addBuild('c', {}, 'Completed'));
  page.isFull = true;
  const executor = start();
  await until(executor, async () => (await statusOf(waiting)) === 'Stopped');
  expect(await statusOf(left)).toBe('Stopped');
  expect((await told.get(tasks, task))?.status).toBe('Stopped');
  expect(workshop.startedBuilds).toEqual([]);
});

test('a build runs again if its outcome could not be stored for a while', async () => {
  const { workshop, page, start, until } = openPage();
  const executor = start();
  const id = await workshop.addBuild('a');
  const build = await workshop.untilStarted(workshop.startedBuilds);
  page.isFull = true;
  build.end(builtWith());
  await workshop.until(async () => executor.running().length === 0);
  page.isFull = false;
  await until(executor, async () => workshop.startedBuilds.length === 2);
  workshop.startedBuilds[1]!.end(builtWith());
  const { body } = await workshop.untilBuild(id, 'Completed');
  expect(body.StatusTransitions.map(({ Message }) => Message)).toContain(
    'its outcome could not be stored; it will be run again',
  );
  expect(workshop.errors).toEqual([]);
});

test('a job that is cancelled before its outcome is stored stays cancelled', async () => {
  const { workshop, page, start, statusOf, until } = openPage();
  const executor = start();
  const id = await workshop.addBuild('a');
  const build = await workshop.untilStarted(workshop.startedBuilds);
  page.isFull = true;
  build.end(builtWith());
  await until(executor, async () => (await statusOf(id)) === 'Stopped');
  await workshop.store.transaction((tx) => tx.update(builds, id, { status: 'Cancelled' }));
  page.isFull = false;
  executor.announce();
  const next = await workshop.addBuild('b');
  await workshop.until(async () => workshop.startedBuilds.length === 2);
  expect([await statusOf(id), await statusOf(next)]).toEqual(['Cancelled', 'Building']);
});
