// The published SDK's operations and the duties of every host of the service, in real browsers, with the same tables as
// for `haze serve` (test/service): with a service worker and in a page without one. Runs in Chromium and Firefox, whose
// service workers differ; service-by-itself.test.ts covers WebKit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
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

/** Timeout of any step in the page, in ms, however busy the machine is. */
const STILL_MS = scaleLimit(240_000);
const STARTS = { Chromium: startChromiumAt, Firefox: startFirefox } as const;

describe.each((['Chromium', 'Firefox'] as const).filter((name) => !isMissing(name)))('%s', (name) => {
  let site: Site;
  let browser: { end(): Promise<void> };
  let posted: PagePosted[] = [];

  beforeAll(async () => {
    site = await Site.open();
    browser = await STARTS[name](`${site.address}/published`);
    const last = () => site.results.at(-1) as PagePosted | undefined;
    const isOver = () => ['failed', 'end'].includes(last()?.mode ?? '');
    while (!isOver()) {
      const count = site.results.length;
      const more = site.untilResults(count + 1);
      await Promise.race([more, new Promise((resolve) => setTimeout(resolve, STILL_MS))]);
      if (site.results.length === count)
        throw new Error(
          `The page has stood still for ${STILL_MS / 1000} s: ${last()?.mode ?? 'not loaded'}, ${last()?.doing}. It asked last for: ${site.requests.slice(-20).join(' ')}`,
        );
    }
    posted = site.results as PagePosted[];
  });

  afterAll(async () => {
    await browser?.end();
    await site?.close();
  });

  test('the script on the page finishes without an error', () => {
    expect(posted.filter(({ mode }) => mode === 'failed')).toEqual([]);
  });

  describe.each(['service-worker', 'page'])('answered by the %s', (wanted) => {
    test('every operation returns its declared type or 501', () => {
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
