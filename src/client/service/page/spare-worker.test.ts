import { expect, test } from 'vitest';
import { SpareWorker } from './spare-worker.ts';

class TestWorker {
  isEnded = false;
  fail: (reason: string) => void = () => undefined;

  onFailure(listener: (reason: string) => void): void {
    this.fail = listener;
  }

  terminate(): void {
    this.isEnded = true;
  }
}

function openSpare() {
  const made: TestWorker[] = [];
  const spare = new SpareWorker(() => {
    made.push(new TestWorker());
    return made.at(-1)!;
  });
  return { made, spare };
}

test('the prepared worker is taken once, and later callers get new workers', () => {
  const { made, spare } = openSpare();
  spare.prepare();
  spare.prepare();
  expect(made).toHaveLength(1);
  expect(spare.take()).toBe(made[0]);
  expect(spare.take()).toBe(made[1]);
  expect(spare.take()).toBe(made[2]);
});

test('a prepared worker that failed to start is replaced by a new one', () => {
  const { made, spare } = openSpare();
  spare.prepare();
  made[0]!.fail('its script could not be loaded');
  expect(spare.take()).toBe(made[1]);
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

test('a worker that fails after it was taken is left to its owner, and the next spare is unaffected', () => {
  const { made, spare } = openSpare();
  spare.prepare();
  spare.take();
  spare.prepare();
  made[0]!.fail('out of memory');
  expect(made.map(({ isEnded }) => isEnded)).toEqual([false, false]);
  spare.close();
  expect(made.map(({ isEnded }) => isEnded)).toEqual([false, true]);
});
