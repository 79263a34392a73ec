import { expect, test } from 'vitest';
import { loadOnce } from './load-once.ts';

test('concurrent callers share one load, and the next call after a failure retries it', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('no network');
    return loads;
  });
  const both = await Promise.allSettled([load(), load()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await load(), await load(), loads]).toEqual([2, 2, 2]);
});
