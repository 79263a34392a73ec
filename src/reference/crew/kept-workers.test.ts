import { expect, test } from 'vitest';
import type { RunMessage } from '../../runtime/running/run-messages.ts';
import type { ReferenceAnswer } from '../program/reference-messages.ts';
import { KeptWorkers } from './kept-workers.ts';

/** Workers that respond when the test says so. */
function createWorkers() {
  const made: { posted: unknown[]; answer: (message: unknown) => void; isEnded: boolean }[] = [];
  const create = () => {
    const own = { posted: [] as unknown[], answer: (_: unknown): void => undefined, isEnded: false };
    made.push(own);
    return {
      post: (message: unknown) => void own.posted.push(message),
      onMessage: (listener: (message: never) => void) => {
        own.answer = listener as typeof own.answer;
      },
      onFailure: () => undefined,
      terminate: () => {
        own.isEnded = true;
      },
    };
  };
  return { made, create };
}

const RUNS = { kind: 'runs', first: 0, count: 2 } as const;
const block = (isLast: boolean) => ({ kind: 'block', isLast }) as unknown as ReferenceAnswer;

test('an idle worker serves the next task, and late messages do not reach earlier tasks', () => {
  const { made, create } = createWorkers();
  const workers = new KeptWorkers(create);
  const first = workers.createWorker();
  const heard: string[] = [];
  first.onMessage(({ kind }) => heard.push(`first ${kind}`));
  first.post(RUNS);
  made[0]!.answer(block(false));
  made[0]!.answer(block(true));
  first.terminate();
  const second = workers.createWorker();
  second.onMessage(({ kind }) => heard.push(`second ${kind}`));
  made[0]!.answer({ kind: 'ready' });
  expect(made).toHaveLength(1);
  expect(heard).toEqual(['first block', 'first block', 'second ready']);
  second.terminate();
  workers.close();
  expect(made[0]!.isEnded).toBe(true);
});

test('a worker released in the middle of a range of runs is actually terminated', () => {
  const { made, create } = createWorkers();
  const workers = new KeptWorkers(create);
  const first = workers.createWorker();
  first.post(RUNS);
  made[0]!.answer(block(false));
  first.terminate();
  expect(made[0]!.isEnded).toBe(true);
  workers.createWorker();
  expect(made).toHaveLength(2);
});

test('a worker is kept after its run has finished, but terminated if the run is stopped', () => {
  const { made, create } = createWorkers();
  const workers = new KeptWorkers(() => {
    throw new Error('no new worker');
  });
  const heard: RunMessage['kind'][] = [];
  const run = workers.lend(create)();
  run.onMessage(({ kind }) => heard.push(kind));
  run.post({ kind: 'runs' });
  made[0]!.answer({ kind: 'started' });
  made[0]!.answer({ kind: 'end' });
  run.terminate();
  expect(heard).toEqual(['started', 'end']);
  const again = workers.lend(create)();
  again.onMessage(({ kind }) => heard.push(kind));
  again.post({ kind: 'runs' });
  made[0]!.answer({ kind: 'end' });
  again.terminate();
  expect(heard).toEqual(['started', 'end', 'end']);
  const next = workers.createWorker();
  next.post(RUNS);
  expect(made[0]!.posted.at(-1)).toBe(RUNS);
  const stopped = workers.lend(create)();
  stopped.post({ kind: 'runs' });
  stopped.terminate();
  expect(made.map(({ isEnded }) => isEnded)).toEqual([false, true]);
});
