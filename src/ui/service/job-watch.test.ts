import { expect, test } from 'vitest';
import type { JobChange } from '../../client/index.ts';
import { watchJob } from './job-watch.ts';

/** A job that goes through the states that the test specifies, and reports each one. */
function openJob(states: readonly string[]) {
  const listeners = new Set<(job: JobChange) => void>();
  let step = 0;
  return {
    advance: (isTold = true) => {
      step += 1;
      if (isTold) for (const listener of listeners) listener({ kind: 'build', id: 'mine' });
    },
    tellOfAnother: () => {
      for (const listener of listeners) listener({ kind: 'build', id: 'another' });
    },
    listenerCount: () => listeners.size,
    options: {
      create: async () => states[step]!,
      idOf: () => 'mine',
      listen: (listener: (job: JobChange) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      read: async () => states[step]!,
      hasEnded: (state: string) => state === 'Completed',
      signal: new AbortController().signal,
    },
  };
}

test('each announced change is read, and the listener is removed at the end', async () => {
  const job = openJob(['Accepted', 'Building', 'Completed']);
  const seen: string[] = [];
  const ended = await watchJob({
    ...job.options,
    onRecord: (state) => {
      seen.push(state);
      queueMicrotask(() => job.advance());
    },
  });
  expect(seen).toEqual(['Accepted', 'Building', 'Completed']);
  expect(ended).toBe('Completed');
  expect(job.listenerCount()).toBe(0);
});

test('a change that happens while the record is being read is not missed', async () => {
  const job = openJob(['Accepted', 'Building', 'Completed']);
  let reads = 0;
  const ended = await watchJob({
    ...job.options,
    create: async () => {
      job.advance();
      return 'Accepted';
    },
    read: async () => {
      reads += 1;
      const state = await job.options.read();
      if (reads === 1) job.advance();
      return state;
    },
    onRecord: () => undefined,
  });
  expect([ended, reads]).toEqual(['Completed', 2]);
});

test('a change during the creation of the job is read, and nothing is read if there is no change', async () => {
  const quick = openJob(['Accepted', 'Completed']);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return quick.options.read();
  };
  const create = async () => {
    const created = await quick.options.create();
    quick.advance();
    return created;
  };
  expect(await watchJob({ ...quick.options, create, read, onRecord: () => undefined })).toBe('Completed');
  expect(reads).toBe(1);
  const ended = openJob(['Completed']);
  await watchJob({ ...ended.options, read, onRecord: () => undefined });
  expect(reads).toBe(1);
});

test('aborting the signal ends the watch of a job immediately, with the signal’s reason', async () => {
  const job = openJob(['Building']);
  const controller = new AbortController();
  const reason = new Error('stopped');
  const watching = watchJob({
    ...job.options,
    signal: controller.signal,
    onRecord: () => {
      job.tellOfAnother();
      controller.abort(reason);
    },
  });
  await expect(watching).rejects.toBe(reason);
  expect(job.listenerCount()).toBe(0);
});
