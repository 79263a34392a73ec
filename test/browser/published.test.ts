// The published SDK's operations, and what every host of the service must do, in real browsers: the same tables as against
// `haze serve` (test/service), behind a service worker and in a page without one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOST_CHECKS, RELOAD_CHECK } from '../service/host-checks.ts';
import { isMissing, startChromium, startFirefox } from './browsers.ts';
import type { PagePosted } from './published-page.ts';
import { Site } from './site.ts';

async function startChromiumAt(address: string): Promise<{ end(): Promise<void> }> {
  const browser = await startChromium();
  const page = await browser.context.newPage();
  await page.goto(address);
  return browser;
}

const STARTS = { Chromium: startChromiumAt, Firefox: startFirefox } as const;

describe.each((['Chromium', 'Firefox'] as const).filter((name) => !isMissing(name)))('%s', (name) => {
  let site: Site;
  let browser: { end(): Promise<void> };
  let posted: PagePosted[] = [];

  beforeAll(async () => {
    site = await Site.open();
    browser = await STARTS[name](`${site.address}/published`);
    const isOver = () =>
      ['failed', 'end'].includes((site.results.at(-1) as PagePosted | undefined)?.mode ?? '');
    while (!isOver()) await site.untilResults(site.results.length + 1);
    posted = site.results as PagePosted[];
  });

  afterAll(async () => {
    await browser?.end();
    await site?.close();
  });

  test('the page came to its end', () => {
    expect(posted.filter(({ mode }) => mode === 'failed')).toEqual([]);
  });

  describe.each(['service-worker', 'page'])('answered by the %s', (wanted) => {
    test('every operation is as typed, or 501 by name', () => {
      const operations = posted.flatMap(({ mode, operations = [] }) => (mode === wanted ? operations : []));
      const wrong = operations.filter(({ outcome }) => outcome !== 'typed' && outcome !== '501');
      expect(wrong).toEqual([]);
      expect(operations.length).toBeGreaterThanOrEqual(87);
    });

    test.each([...Object.keys(HOST_CHECKS), RELOAD_CHECK])('%s', (check) => {
      const found = posted.find(({ mode, checks }) => mode === wanted && checks && check in checks);
      expect(found?.checks?.[check]).toBe('');
    });
  });
});
