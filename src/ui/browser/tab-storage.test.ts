import { afterEach, expect, test, vi } from 'vitest';
import { createHolds } from './tab-storage.ts';

interface Options {
  readonly ifAvailable?: boolean;
  readonly signal?: AbortSignal;
}
type Work = (lock: object | null) => Promise<void> | undefined;

/** A browser's locks as a page requests them. Only one page at a time holds a lock. */
class FakeLocks {
  #last: Promise<unknown> | undefined;

  async request(_name: string, { ifAvailable, signal }: Options, work: Work): Promise<void> {
    if (this.#last && ifAvailable) return work(null);
    const stopped = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    while (this.#last) await Promise.race([this.#last, stopped]);
    const mine = work({});
    this.#last = mine;
    await mine;
    this.#last = undefined;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

function openTabs() {
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
  return [createHolds('p:'), createHolds('p:')] as const;
}

test('a hold waits until another tab releases the name', async () => {
  const [one, other] = openTabs();
  expect(await one.hold('a')).toBe(true);
  expect(await other.hold('a')).toBe(false);
  const asked = other.hold('a', 10_000);
  setTimeout(() => one.letGo('a'), 20);
  expect(await asked).toBe(true);
});

test('a hold fails while another tab has the name, and can be retried', async () => {
  const [one, other] = openTabs();
  await one.hold('a');
  expect(await other.hold('a', 20)).toBe(false);
  one.letGo('a');
  expect(await other.hold('a', 10_000)).toBe(true);
});
