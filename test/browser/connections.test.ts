// Tests that a connection's requests stay within the browser, even if storage or the service worker is lost and other
// tabs are open. The site's server log shows that no request reached the server. Runs in Chromium and Firefox, because
// each has its own sequence of steps for deleting storage.
import type { Page } from 'playwright-core';
import type { Browser as Firefox, Page as FirefoxPage } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import type { ConnectOptions } from '../../src/client/index.ts';
import type { FlowResult } from '../jobs/sample-flows.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { Site } from './site.ts';
import type { ClientName } from './test-page.ts';

let site: Site;
let nextDatabase = 1;

beforeAll(async () => {
  site = await Site.open();
});

// Only URLs of the service in these tests begin with this path.
afterEach(() => expect(site.requests.filter((path) => path.startsWith('/secret'))).toEqual([]));
afterAll(() => site?.close());

function freshOptions(more: Partial<ConnectOptions> = {}): ConnectOptions {
  const database = `connections-${nextDatabase++}`;
  return { base: `/secret-${database}`, database, ...more };
}

/** The methods shared by the pages of both drivers. */
type AnyPage = Pick<Page, 'evaluate'> & Pick<FirefoxPage, 'evaluate'>;

async function connectIn(page: AnyPage, options: ConnectOptions): Promise<void> {
  const opened = await page.evaluate((wish) => window.haze.open(wish), options);
  expect(`${opened.mode} ${opened.reason}`).toBe('service-worker ');
}

async function expectFlow(page: AnyPage, client: ClientName): Promise<void> {
  const result: FlowResult = await page.evaluate((by) => window.haze.runFlow('runBasicSample', by), client);
  expect(result).toMatchObject({ buildStatus: 'Completed', taskStatus: 'Completed' });
}

const statusOf = (page: AnyPage) =>
  page.evaluate(async () => (await window.haze.call('GET', '/users/me')).status);
const plainStatusOf = (page: AnyPage) => page.evaluate(() => window.haze.callPlain('/users/me'));
const modeOf = (page: AnyPage) => page.evaluate(() => window.haze.connection!.mode);

async function checkSideBySide(pages: readonly AnyPage[]): Promise<void> {
  const [first, second, third] = pages as [AnyPage, AnyPage, AnyPage];
  await connectIn(first, freshOptions());
  await connectIn(second, freshOptions());
  await connectIn(third, freshOptions({ base: 'https://api.haze.example/v1' }));
  for (const page of pages) {
    expect(await plainStatusOf(page)).toBe(200);
    await expectFlow(page, 'axios');
    await expectFlow(page, 'fetch');
    expect(await modeOf(page)).toBe('service-worker');
  }
}

/** @param passing statuses allowed for requests while data is being cleared */
async function checkCleared(page: AnyPage, passing: readonly number[]): Promise<void> {
  await connectIn(page, freshOptions());
  await expectFlow(page, 'fetch');
  const key = await page.evaluate(() => window.haze.connection!.key);
  // Sends requests while the data is being cleared.
  const statuses = await page.evaluate(async (mostMs) => {
    const found = new Set<number>();
    const cleared = fetch('/clear-site-data');
    let isOver = false;
    void cleared.then(() => {
      isOver = true;
    });
    const endMs = performance.now() + mostMs;
    while ((!isOver || window.haze.clearings === 0) && performance.now() < endMs) {
      found.add((await window.haze.call('GET', '/users/me')).status);
    }
    return [...found];
  }, scaleLimit(60_000));
  expect(statuses.filter((status) => status !== 200 && !passing.includes(status))).toEqual([]);
  expect(await statusOf(page)).toBe(200);
  await expectFlow(page, 'fetch');
  // The service worker is restored for other code in the page.
  await expect.poll(() => modeOf(page)).toBe('service-worker');
  expect(await plainStatusOf(page)).toBe(200);
  await expectFlow(page, 'axios');
  expect(await page.evaluate(() => window.haze.connection!.key)).toBe(key);
  expect(await page.evaluate(() => window.haze.clearings)).toBe(1);
}

async function checkDeleted(page: AnyPage, other: AnyPage): Promise<void> {
  const options = freshOptions();
  await connectIn(page, options);
  expect(await plainStatusOf(page)).toBe(200);
  await other.evaluate(async (name) => {
    const request = indexedDB.deleteDatabase(name);
    await new Promise((done) => request.addEventListener('success', done));
  }, options.database!);
  expect(await statusOf(page)).toBe(200);
  expect(await plainStatusOf(page)).toBe(200);
  await expectFlow(page, 'axios');
}

async function checkTaken(page: AnyPage, other: AnyPage): Promise<void> {
  const options = freshOptions();
  await connectIn(page, options);
  const refused = await other.evaluate((wish) => window.haze.open(wish), { ...options, database: 'another' });
  expect(refused.mode).toBe('page');
  expect(refused.reason).toMatch(/another open page uses .+ with a different database/);
  expect([await statusOf(page), await statusOf(other)]).toEqual([200, 200]);
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: Awaited<ReturnType<typeof launchChromium>>;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(() => browser?.close());

  async function openPages(count: number): Promise<Page[]> {
    const context = await openContext(browser);
    const pages: Page[] = [];
    for (let index = 0; index < count; index += 1) {
      const page = await context.newPage();
      await page.goto(`${site.address}/service`);
      await page.waitForFunction(() => 'haze' in window);
      pages.push(page);
    }
    return pages;
  }

  test('several pages with different bases are served at the same time', async () => {
    await checkSideBySide((await openPages(3)) as AnyPage[]);
  });

  test('a connection keeps working with the same key after site data is cleared', async () => {
    const [page] = await openPages(1);
    // A request's resource may be removed between two steps of the request, which then gets a 404.
    await checkCleared(page as AnyPage, [404]);
  });

  test('after another tab deletes the database, the page and the service worker reopen it', async () => {
    const [page, other] = await openPages(2);
    await checkDeleted(page as AnyPage, other as AnyPage);
  });

  test('a page cannot take over a base that another page uses with a different database', async () => {
    const [page, other] = await openPages(2);
    await checkTaken(page as AnyPage, other as AnyPage);
  });

  test('each request is executed exactly once while the service worker is repeatedly stopped', async () => {
    const [page] = (await openPages(1)) as [Page];
    await connectIn(page as AnyPage, freshOptions({ execute: false }));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('ServiceWorker.enable');
    let isOver = false;
    const stopping = (async () => {
      for (; !isOver; ) await devtools.send('ServiceWorker.stopAllWorkers');
    })();
    const statuses = await page.evaluate(async () => {
      const found: number[] = [];
      for (let count = 0; count < 40; count += 1) {
        const body = { Code: `int main(void) { return ${count}; }`, Language: 'C' };
        found.push((await window.haze.call('POST', '/sourcecode/builds', body)).status);
      }
      return found;
    });
    isOver = true;
    await stopping;
    expect(statuses).toEqual(Array.from({ length: 40 }, () => 202));
    const builds = await page.evaluate(async () => {
      let count = 0;
      let next = '';
      do {
        const { body } = await window.haze.call('GET', `/builds?limit=25${next}`);
        const page = body as { Builds: unknown[]; ContinuationKey?: string };
        count += page.Builds.length;
        next = page.ContinuationKey ? `&startKey=${encodeURIComponent(page.ContinuationKey)}` : '';
      } while (next);
      return count;
    });
    expect(builds).toBe(40);
  });
});

describe.skipIf(isMissing('Firefox'))('Firefox', () => {
  let browser: Firefox;
  const opened: FirefoxPage[] = [];

  beforeAll(async () => {
    browser = await startDrivenFirefox();
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.close();
  });
  afterAll(() => browser?.close());

  async function openPages(count: number): Promise<AnyPage[]> {
    for (let index = 0; index < count; index += 1) {
      const page = await openFirefoxPage(browser);
      await page.goto(`${site.address}/service`);
      await page.waitForFunction(() => 'haze' in window);
      opened.push(page);
    }
    return opened as unknown as AnyPage[];
  }

  test('several pages with different bases are served at the same time', async () => {
    await checkSideBySide(await openPages(3));
  });

  test('a connection keeps working with the same key after site data is cleared', async () => {
    const [page] = await openPages(1);
    // Firefox clears a database in several steps, so for a moment the key may also be unknown.
    await checkCleared(page!, [401, 404]);
  });

  test('after another tab deletes the database, the page and the service worker reopen it', async () => {
    const [page, other] = await openPages(2);
    await checkDeleted(page!, other!);
  });
});
