import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SiteKeeper, type SiteKeeperOptions } from './keep-site.ts';
import type { WholeMessage } from './service-worker-messages.ts';

const IDLE_MS = 5000;
const WHOLE: WholeMessage = { isWhole: true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(answers: (WholeMessage | undefined)[], unasked: SiteKeeperOptions['unasked'] = 'keep-all') {
  const closing = new AbortController();
  const ask = vi.fn(async (_wanted: string) => answers.shift());
  const isBusy = vi.fn(() => false);
  const hasRoom = vi.fn(async () => true);
  return {
    keeper: new SiteKeeper({
      unasked,
      isBusy,
      hasRoom,
      signal: closing.signal,
      tell: () => undefined,
      ask,
    }),
    ask,
    isBusy,
    hasRoom,
    closing,
  };
}

test('the keeper stores nothing before the first use of the service', async () => {
  const { keeper, ask } = open([WHOLE]);
  keeper.begin();
  await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
  expect(ask).not.toHaveBeenCalled();
});

test('the keeper waits for an idle period, and then sends a single request', async () => {
  const { keeper, ask } = open([WHOLE]);
  keeper.begin();
  for (let i = 0; i < 4; i += 1) {
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    keeper.delay();
  }
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(ask).toHaveBeenCalledTimes(1);
  keeper.delay();
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('the keeper waits for the end of a long job', async () => {
  const { keeper, ask, isBusy } = open([WHOLE]);
  isBusy.mockReturnValue(true);
  keeper.begin();
  keeper.delay();
  await vi.advanceTimersByTimeAsync(4 * IDLE_MS);
  expect(ask).not.toHaveBeenCalled();
  isBusy.mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('if the site would use up the storage, the keeper stores it only on request', async () => {
  const { keeper, ask, hasRoom } = open([WHOLE]);
  hasRoom.mockResolvedValue(false);
  keeper.begin();
  keeper.delay();
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(ask).not.toHaveBeenCalled();
  await keeper.keep();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('the keeper retries after an interrupted response, and, after a failure, once the page is idle', async () => {
  const { keeper, ask } = open([undefined, { isWhole: false, reason: 'the network is unreachable' }, WHOLE]);
  keeper.begin();
  keeper.delay();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(ask).toHaveBeenCalledTimes(2);
  keeper.delay();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(ask).toHaveBeenCalledTimes(3);
});

test('the keeper reports why the site is incomplete', async () => {
  const { keeper } = open([{ isWhole: false, reason: 'docs/index.html does not belong to version 1' }]);
  keeper.begin();
  await expect(keeper.keep()).rejects.toThrow(/docs\/index\.html does not belong to version 1/);
});

test('the keeper does nothing before there is a service worker or after the keeper is closed', async () => {
  const { keeper, ask } = open([WHOLE]);
  keeper.delay();
  await keeper.keep();
  const closed = open([WHOLE]);
  closed.keeper.begin();
  closed.closing.abort();
  closed.keeper.delay();
  await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
  expect(ask).not.toHaveBeenCalled();
  expect(closed.ask).not.toHaveBeenCalled();
});

test('a page that loads little stores only the service’s files, and stores all files on request', async () => {
  const { keeper, ask } = open([WHOLE, WHOLE], 'keep-service');
  keeper.begin();
  keeper.delay();
  await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
  keeper.delay();
  await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
  expect(ask.mock.calls).toEqual([['keep-service']]);
  await keeper.keep();
  expect(ask.mock.calls).toEqual([['keep-service'], ['keep-all']]);
});

test('the keeper stores the service’s files on request, and the other files when idle', async () => {
  const { keeper, ask } = open([WHOLE, WHOLE]);
  keeper.begin();
  await keeper.keepService();
  expect(ask.mock.calls).toEqual([['keep-service']]);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(ask.mock.calls).toEqual([['keep-service'], ['keep-all']]);
});

test('the keeper reports full storage', async () => {
  const { keeper } = open([{ isWhole: false, reason: 'Quota exceeded.', isFull: true }]);
  keeper.begin();
  await expect(keeper.keep()).rejects.toMatchObject({ code: 'storage-full' });
});
