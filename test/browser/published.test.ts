// The published SDK's operations in real browsers: the same list as against `haze serve` (test/service), behind a service
// worker and in a page without one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../service/published-operations.ts';
import { isMissing, startChromium, startFirefox } from './browsers.ts';
import { Site } from './site.ts';

let site: Site;

beforeAll(async () => {
  site = await Site.open();
});

afterAll(() => site?.close());

async function startChromiumAt(address: string): Promise<{ end(): Promise<void> }> {
  const browser = await startChromium();
  const page = await browser.context.newPage();
  await page.goto(address);
  return browser;
}

const STARTS = { Chromium: startChromiumAt, Firefox: startFirefox } as const;

describe.each(['Chromium', 'Firefox'] as const)('%s', (name) => {
  test.skipIf(isMissing(name))('every operation is as typed, or 501 by name', async () => {
    site.results.length = 0;
    const browser = await STARTS[name](`${site.address}/published`);
    try {
      await site.untilResults(1);
      const first = site.results[0] as { mode: string; outcomes: Outcome[] };
      if (first.mode !== 'failed') await site.untilResults(2);
      const results = site.results as { mode: string; outcomes: Outcome[] }[];
      const wrong = results.flatMap(({ mode, outcomes }) =>
        outcomes
          .filter(({ outcome }) => outcome !== 'typed' && outcome !== '501')
          .map((one) => ({ mode, ...one })),
      );
      expect(wrong).toEqual([]);
      expect(results.map(({ mode }) => mode)).toEqual(['service-worker', 'page']);
      for (const { outcomes } of results) expect(outcomes.length).toBeGreaterThanOrEqual(87);
    } finally {
      await browser.end();
    }
  });
});
