import { expect, test } from 'vitest';
import type { RunWorker } from '../../runtime/running/run-program.ts';
import { startEarly } from './early-worker.ts';

function openFake() {
  const made: { readonly fail: (reason: string) => void; isEnded: boolean; readonly worker: RunWorker }[] =
    [];
  const create = () => {
    const listeners: ((reason: string) => void)[] = [];
    const one = {
      isEnded: false,
      fail: (reason: string) => {
        for (const listener of listeners) listener(reason);
      },
      worker: {
        post: () => undefined,
        onMessage: () => undefined,
        onFailure: (listener: (reason: string) => void) => void listeners.push(listener),
        terminate: () => {
          one.isEnded = true;
        },
      },
    };
    made.push(one);
    return one.worker;
  };
  return { made, create };
}

test('the worker that was started early runs the first program, and another worker runs the next program', () => {
  const { made, create } = openFake();
  const early = startEarly(create);
  expect(made).toHaveLength(1);
  expect(early.createWorker()).toBe(made[0]!.worker);
  expect(early.createWorker()).toBe(made[1]!.worker);
  early.close();
  expect(made.map(({ isEnded }) => isEnded)).toEqual([false, false]);
});

test('an unused early worker is stopped', () => {
  const { made, create } = openFake();
  startEarly(create).close();
  expect(made[0]!.isEnded).toBe(true);
});

test('an early worker that died before it was used is replaced', () => {
  const { made, create } = openFake();
  const early = startEarly(create);
  made[0]!.fail('its script is not there');
  expect(early.createWorker()).toBe(made[1]!.worker);
});
