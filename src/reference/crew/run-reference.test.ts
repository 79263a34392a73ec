import { expect, test } from 'vitest';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import type { ReferenceAnswer, ReferenceRequest } from '../program/reference-messages.ts';
import { ValueRecorder } from '../values/value-recorder.ts';
import { type ReferenceRunRequest, runReference } from './run-reference.ts';

/** Workers whose runs print nothing and take no time, except for runs that never finish. */
function run(request: Partial<ReferenceRunRequest>, isEndless: (run: number) => boolean, parallelism = 1) {
  const createWorker = () => {
    let listen: (message: ReferenceAnswer) => void = () => undefined;
    const recorder = new ValueRecorder();
    const answer = (message: ReferenceRequest): ReferenceAnswer[] => {
      if (message.kind === 'reference') return [{ kind: 'ready' }];
      const { first, count } = message;
      for (let at = first; at < first + count; at += 1) {
        if (isEndless(at)) return [];
        recorder.beginRun(at);
        recorder.note('Printed', 1, 1, 2);
        recorder.endRun();
      }
      const nothing = { files: new Map(), removedFiles: [], read: new Uint8Array(0) };
      const end = { kind: 'exited', exitStatus: 0 } as const;
      const block = recorder.takeBlock({ first, count });
      const figures = { block, failed: [], calls: 0, longestMs: 0, isLast: true };
      const done = { kind: 'block', first, count, ...figures } as const;
      return first === 0 ? [{ kind: 'first', end, ...nothing }, done] : [done];
    };
    return {
      post: (message: ReferenceRequest) => {
        for (const each of answer(message)) queueMicrotask(() => listen(each));
      },
      onMessage: (listener: typeof listen) => {
        listen = listener;
      },
      onFailure: () => undefined,
      terminate: () => undefined,
    };
  };
  const whole = { module: new Uint8Array(0), core: findDefaultCore('C0-Reference'), ...request };
  return runReference(whole, { kernels: {} as WebAssembly.Module, createWorker, parallelism });
}

test('a run that never finishes is stopped and omitted, and all other runs still finish', async () => {
  const limits = { runs: 20, runTimeLimitMs: 20, timeLimitMs: 10_000 };
  const { figures, message } = await run(limits, (at) => at === 13);
  expect(figures).toMatchObject({ runs: 19, stuck: { count: 1, first: 13 } });
  expect(message).toMatch(/^exit status 0; 19 runs; 1 run omitted because they did not end/);
});

test('if the first run never finishes, no run counts as taking a different path', async () => {
  const { figures, message } = await run({ runs: 5, timeLimitMs: 50 }, (at) => at === 0, 2);
  expect(figures).toMatchObject({ runs: 4, otherPaths: 0 });
  expect(message).toBe('time limit of 0.05 s reached in the first run; 4 runs');
});
