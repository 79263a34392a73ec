import { expect, test, vi } from 'vitest';
import { openWorker } from './open-worker.ts';

class FakeWorker extends EventTarget {
  readonly posted: unknown[] = [];
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  terminate(): void {}
  /** A script that does not arrive is an error without a message. */
  failToLoad(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: '' }));
  }
}

function open() {
  const workers: FakeWorker[] = [];
  const worker = openWorker<string, string>(() => {
    const made = new FakeWorker();
    workers.push(made);
    return made as unknown as Worker;
  });
  return { worker, workers };
}

test('a script that does not arrive is asked for again, with the messages that wait for it', async () => {
  vi.useFakeTimers();
  try {
    const { worker, workers } = open();
    worker.post('a');
    workers[0]!.failToLoad();
    await vi.runAllTimersAsync();
    expect(workers.map(({ posted }) => posted)).toEqual([['a'], ['a']]);
  } finally {
    vi.useRealTimers();
  }
});

test('a worker that was ended is not started again by what it still says', async () => {
  vi.useFakeTimers();
  try {
    const { worker, workers } = open();
    const failures: string[] = [];
    worker.onFailure((reason) => failures.push(reason));
    worker.post('a');
    worker.terminate();
    workers[0]!.failToLoad();
    await vi.runAllTimersAsync();
    expect(workers).toHaveLength(1);
    expect(failures).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
