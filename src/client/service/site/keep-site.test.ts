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

test('before anybody uses the service, nothing is kept', async () => {
  const { keeper, ask } = open([WHOLE]);
  keeper.begin();
  await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
  expect(ask).not.toHaveBeenCalled();
});

test('waits until nothing was done for a while, and asks once', async () => {
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

test('waits for a job that takes long', async () => {
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

test('where work would have no room beside the site, it is kept only for who asks', async () => {
  const { keeper, ask, hasRoom } = open([WHOLE]);
  hasRoom.mockResolvedValue(false);
  keeper.begin();
  keeper.delay();
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(ask).not.toHaveBeenCalled();
  await keeper.keep();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('asks again what was ended before it answered, and after a failure when the page is idle again', async () => {
  const { keeper, ask } = open([undefined, { isWhole: false, reason: 'the network is away' }, WHOLE]);
  keeper.begin();
  keeper.delay();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(ask).toHaveBeenCalledTimes(2);
  keeper.delay();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(ask).toHaveBeenCalledTimes(3);
});

test('says by name why not all is kept', async () => {
  const { keeper } = open([{ isWhole: false, reason: 'docs/index.html is not of version 1' }]);
  keeper.begin();
  await expect(keeper.keep()).rejects.toThrow(/docs\/index\.html is not of version 1/);
});

test('does nothing before there is a service worker, nor after the end', async () => {
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

test('where little is to be loaded, keeps what the service works with, and all when it is asked to', async () => {
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

test('keeps what the service works with when somebody asks for it, and the rest when there is time', async () => {
  const { keeper, ask } = open([WHOLE, WHOLE]);
  keeper.begin();
  await keeper.keepService();
  expect(ask.mock.calls).toEqual([['keep-service']]);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(ask.mock.calls).toEqual([['keep-service'], ['keep-all']]);
});

test('says that there is no room where storage is full', async () => {
  const { keeper } = open([{ isWhole: false, reason: 'Quota exceeded.', isFull: true }]);
  keeper.begin();
  await expect(keeper.keep()).rejects.toMatchObject({ code: 'storage-full' });
});
