import { expect, test } from 'vitest';
import { createRequestRate } from './request-rate.ts';

test('each account is limited separately, and may send a minute’s worth of requests at once', async () => {
  let nowMs = 1000;
  const rate = createRequestRate(() => nowMs);
  const ask = (user: string) => rate.admit(user, async () => 6);
  for (let n = 0; n < 6; n += 1) expect(await ask('ann')).toBeUndefined();
  expect(await ask('ann')).toEqual({ limit: 6, retryAfter: 10 });
  expect(await ask('ben')).toBeUndefined();
  nowMs += 9000;
  expect(await ask('ann')).toEqual({ limit: 6, retryAfter: 1 });
  nowMs += 1000;
  expect(await ask('ann')).toBeUndefined();
  expect(await ask('ann')).toEqual({ limit: 6, retryAfter: 10 });
});

test('a changed limit takes effect within seconds', async () => {
  let nowMs = 0;
  let limit: number | undefined;
  const rate = createRequestRate(() => nowMs);
  const ask = () => rate.admit('ann', async () => limit);
  for (let n = 0; n < 50; n += 1) expect(await ask()).toBeUndefined();
  limit = 0;
  nowMs += 6000;
  expect(await ask()).toEqual({ limit: 0, retryAfter: 60 });
  limit = 1;
  nowMs += 6000;
  expect((await ask())?.limit).toBe(1);
  nowMs += 60_000;
  expect(await ask()).toBeUndefined();
});
