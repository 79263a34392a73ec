import { expect, test, vi } from 'vitest';
import { openWorker } from './open-worker.ts';
import { sayLoaded } from './say-loaded.ts';

class FakeWorker extends EventTarget {
  readonly posted: unknown[] = [];
  isEnded = false;
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  terminate(): void {
    this.isEnded = true;
  }
  load(): void {
    sayLoaded({ postMessage: (data: unknown) => this.dispatchEvent(new MessageEvent('message', { data })) });
  }
  /** A script that fails to load causes an error without a message. */
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

test('a worker script that fails to load is retried, and then receives the queued messages', async () => {
  vi.useFakeTimers();
  try {
    const { worker, workers } = open();
    worker.post('a');
    workers[0]!.failToLoad();
    await vi.advanceTimersByTimeAsync(1000);
    workers[1]!.load();
    expect(workers.map(({ posted }) => posted)).toEqual([[], ['a']]);
    await vi.runAllTimersAsync();
    expect(workers).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a worker that has been terminated is not restarted if its script then fails to load', async () => {
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

test('if a script neither loads nor fails, a second copy is started, and the first copy to load receives the messages', async () => {
  vi.useFakeTimers();
  try {
    const { worker, workers } = open();
    worker.post('a');
    await vi.advanceTimersByTimeAsync(6000);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false, false]);
    workers[1]!.load();
    workers[0]!.load();
    worker.post('b');
    await vi.runAllTimersAsync();
    expect(workers.map(({ posted, isEnded }) => ({ posted, isEnded }))).toEqual([
      { posted: [], isEnded: true },
      { posted: ['a', 'b'], isEnded: false },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('the fourth failed load of a script is reported', async () => {
  vi.useFakeTimers();
  try {
    const { worker, workers } = open();
    const failures: string[] = [];
    worker.onFailure((reason) => failures.push(reason));
    for (let index = 0; index < 4; index += 1) {
      workers[index]!.failToLoad();
      await vi.advanceTimersByTimeAsync(4000);
    }
    expect(workers).toHaveLength(4);
    expect(failures).toEqual(['its script could not be loaded']);
  } finally {
    vi.useRealTimers();
  }
});
