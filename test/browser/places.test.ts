// Pages in folders other than Haze's. Haze serves these pages if the host allows it, and shows instructions otherwise.
// Haze also stores the pages for offline visits. Runs on a plain host, in Chromium only, because the rules for service
// workers are the same everywhere and the instructions are our own.
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/client/index.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const PAGES = {
  '/docs/page.html':
    '<!doctype html><title>page</title><link rel="icon" href="data:,"><script type="module" src="app.js"></script>',
  '/docs/app.js': `import { connect } from '/tools/haze/haze.js';
const keep = location.search === '?keep' ? [location.href, 'app.js'] : undefined;
window.connection = await connect({ base: '/api', execute: false, ...(keep && { keep }) });
window.kept = await connection.kept.then(() => 'kept', (error) => error.message);
document.title = 'connected';`,
};

declare global {
  interface Window {
    connection: Connection;
    kept: string;
  }
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: Browser;
  let host: StaticHost;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    await host?.close();
  });
  afterAll(() => browser?.close());

  async function openPage(headers: Record<string, string>, query = ''): Promise<Page> {
    host = await StaticHost.open({ folder: PAGE_BUILD, path: '/tools/haze/', headers, pages: PAGES });
    const page = await (await openContext(browser)).newPage();
    await page.goto(new URL(`/docs/page.html${query}`, host.address).href);
    await page.waitForFunction(() => document.title === 'connected');
    return page;
  }

  const look = (page: Page) =>
    page.evaluate(async () => {
      const { base, key, mode, reason, fetch: send } = window.connection;
      const headers = { Authorization: key };
      const own = await send(`${base}/users/me`, { headers });
      return { mode, reason, own: own.status, url: own.url === `${base}/users/me`, kept: window.kept };
    });

  test('on a page in another folder, a message names the header that would allow the service worker', async () => {
    const page = await openPage({}, '?keep');
    expect(await look(page)).toEqual({
      mode: 'page',
      reason: expect.stringContaining('Send the header "Service-Worker-Allowed: /docs/" with that file'),
      own: 200,
      url: true,
      kept: expect.stringContaining('Nothing is stored for offline visits: '),
    });
  });

  test('with the Service-Worker-Allowed header, a page in another folder is served and stored for offline visits', async () => {
    const page = await openPage({ 'Service-Worker-Allowed': '/docs/' }, '?keep');
    expect(await look(page)).toEqual({
      mode: 'service-worker',
      reason: '',
      own: 200,
      url: true,
      kept: 'kept',
    });
    expect(
      await page.evaluate(async () => {
        const { base, key } = window.connection;
        return (await fetch(`${base}/users/me`, { headers: { Authorization: key } })).status;
      }),
    ).toBe(200);
    host.isAway = true;
    await page.reload();
    await page.waitForFunction(() => document.title === 'connected');
    expect(await look(page)).toMatchObject({ mode: 'service-worker', own: 200, kept: 'kept' });
    // The host is away, so a page that is not stored cannot be fetched.
    expect(await page.evaluate(() => fetch('other.html').then(String, String))).toContain('TypeError');
  });

  test('without the `keep` option, a page is not stored for offline visits', async () => {
    const page = await openPage({ 'Service-Worker-Allowed': '/' });
    expect(await look(page)).toMatchObject({ mode: 'service-worker', kept: 'kept' });
    host.isAway = true;
    await expect(page.reload()).rejects.toThrow('net::ERR');
  });
});
