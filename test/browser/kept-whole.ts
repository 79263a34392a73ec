// When a site is kept for visits without a network.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from './browsers.ts';

/** Waits until all of a site is kept, which happens once nothing else is to be done. */
export async function untilKeptWhole(page: Page, site: string): Promise<void> {
  const whole = new URL('?whole', site).href;
  await expect
    .poll(() => page.evaluate(async (url) => Boolean(await caches.match(url)), whole), {
      timeout: PATIENCE_MS,
    })
    .toBe(true);
}
