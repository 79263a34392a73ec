// A page's downloads and their timing, on a plain host, without a service worker that would fetch everything for later.
// Runs in Chromium, whose driver reports all requests from a page and its workers.
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { untilServiceKept } from './kept-whole.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));

/** Files that only some programs need. */
const ON_DEMAND =
  /compile-fortran|isomorphic-git|clone-worker|wasmer|rasterise|haze-runs|haze-examples|haze-core-table|write-panels|haze-request|run-reference|explain-trace|find-watched|toolchain-picker|assist|haze-functions|format-source|library-names|haze-find|haze-help|haze-tour|save-run|show-module|show-embed|show-live-page/;

/**
 * Compressed size of the scripts and styles on an untouched page, not including the compiler, its workers and the
 * interface.
 */
const MOST_BYTES_UNTOUCHED = 236_000;
/** Compressed size of the scripts and styles on an untouched page with a service worker. */
const MOST_BYTES_AT_REST = 395_000;
/**
 * Compressed size of the scripts and styles after a C program has run in a page with a service worker, which then
 * stores the files needed for further runs without a network.
 */
const MOST_BYTES_AFTER_RUN = 877_000;
/** Compressed size of the toolchain files that a C program needs. */
const MOST_TOOLCHAIN_BYTES = 6_000_000;
/**
 * Compressed size, including the workers and the plot of the first value, after the first example has run from its
 * module and the compiler has built and run a C program.
 */
const MOST_BYTES = 580_000;

const C = `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("%lf\\n", UxHwDoubleGaussDist(3, 0.2)); return 0; }
`;

const FORTRAN = `program sum
  use uxhw
  implicit none
  real(8) :: x
  x = UxHwDoubleGaussDist(3.0d0, 0.2d0)
  print *, x + 1.0d0
end program
`;

/** A page on another site, which loads all of Haze from the host. */
const FOREIGN = (host: string) => `<!doctype html><title>page</title><script type="module">
import { build, run } from '${host}haze.js';
try {
  const built = await build(${JSON.stringify(FORTRAN)}, { language: 'Fortran' });
  window.told = built.ok ? (await run(built.module)).stdout : built.log;
} catch (error) {
  window.told = 'failed: ' + error.message;
}
</script>`;

/** A page that runs a program as soon as it is connected, and shows the result. */
const AT_ONCE = (host: string) => `<!doctype html><title>page</title><script type="module">
import { connect } from '${host}haze.js';
const { base, key, fetch } = await connect({ base: './api', downloadWhen: Promise.resolve() });
const headers = { Authorization: key, 'Content-Type': 'application/json' };
const ask = async (path, body) =>
  (await fetch(base + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json();
const end = async (path) => {
  for (;;) {
    const { Status } = await ask(path);
    if (['Completed', 'Stopped', 'Cancelled'].includes(Status)) return Status;
    await new Promise((done) => setTimeout(done, 20));
  }
};
const { BuildID } = await ask('/sourcecode/builds', { Code: ${JSON.stringify(FORTRAN)}, Language: 'Fortran' });
await end('/builds/' + BuildID);
const { TaskID } = await ask('/builds/' + BuildID + '/tasks', {});
await end('/tasks/' + TaskID);
window.told = await (await fetch(base + '/tasks/' + TaskID + '/output/Stdout', { headers })).text();
</script>`;

/** True if the page was built with `--quick`, which compresses some of the compiler's files less well. */
function isQuickBuild(): boolean {
  const stamp = readFileSync(join(PAGE_BUILD, '../page-made-from.json'), 'utf8');
  return (JSON.parse(stamp) as { readonly isQuick: boolean }).isQuick;
}

/** Compressed size in bytes of the requested scripts and styles. */
async function measure(requests: readonly string[]): Promise<number> {
  const paths = [...new Set(requests.filter((path) => /\.(js|css)$/.test(path)))];
  const sizes = await Promise.all(
    paths.map(async (path) => gzipSync(await readFile(join(PAGE_BUILD, path))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: Browser;
  const hosts: StaticHost[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    for (const host of hosts.splice(0)) await host.close();
  });
  afterAll(() => browser?.close());

  async function openHost(
    options: Omit<Parameters<typeof StaticHost.open>[0], 'folder'>,
  ): Promise<StaticHost> {
    const host = await StaticHost.open({ folder: PAGE_BUILD, ...options });
    hosts.push(host);
    return host;
  }

  async function openPage(): Promise<Page> {
    return (await openContext(browser, { serviceWorkers: 'block' })).newPage();
  }

  test('scripts stay below their size limits, and rarely needed parts are loaded on first use', async () => {
    const host = await openHost({ path: '/' });
    const page = await openPage();
    // Stops the automatic download of the compiler.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
    await page.goto(host.address);
    await page.waitForSelector('.cm-content[contenteditable=true]');
    await page.getByText('Recorded when this page was built').waitFor();
    await page.waitForLoadState('networkidle');
    expect(host.requests.filter((path) => /compile-worker|run-worker|page-api|job-work/.test(path))).toEqual(
      [],
    );
    expect(await measure(host.requests)).toBeLessThan(MOST_BYTES_UNTOUCHED);
    // The plot of the first value is loaded only after the run.
    expect(host.requests.filter((path) => /value-viewer/.test(path))).toEqual([]);
    expect(await driver.run()).toBe('completed');
    await page.locator('haze-value-viewer figure svg').first().waitFor();
    // The first example runs from its module.
    expect(host.requests.filter((path) => /compile-worker/.test(path))).toEqual([]);
    await driver.open({ source: C });
    expect(await driver.run()).toBe('completed');
    const early = host.requests;
    expect(new Set(early.filter((path) => /compile-worker|run-worker/.test(path))).size).toBe(2);
    expect(early.filter((path) => ON_DEMAND.test(path))).toEqual([]);
    expect(await measure(early)).toBeLessThan(MOST_BYTES);

    await driver.open({ source: FORTRAN, language: 'Fortran' });
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console')).toContain('4.00 ± 0.20');
    expect(host.requests.filter((path) => /compile-fortran/.test(path))).toHaveLength(1);
  });

  test('an untouched first visit loads only the page, and focusing the program starts the compiler download', async () => {
    const host = await openHost({ path: '/' });
    const page = await (await openContext(browser, {})).newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().slice(host.address.length)));
    let letGo: () => void = () => undefined;
    let isHeld = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    host.onFile = async (path, bytes) => {
      if (path.startsWith('toolchain/')) await isHeld;
      return bytes;
    };
    const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
    await page.goto(host.address);
    await page.getByText('The compiler has not been downloaded yet').waitFor();
    // Waits longer than the idle time after which the page prepares for later visits.
    await page.waitForTimeout(7000);
    expect(asked.filter((path) => /toolchain\/|compile-worker|run-worker|page-api/.test(path))).toEqual([]);
    expect(await measure(asked)).toBeLessThan(MOST_BYTES_UNTOUCHED);
    expect(host.requests).toContain('haze-service-worker.js');
    expect(await measure(host.requests)).toBeLessThan(MOST_BYTES_AT_REST);
    // Running the example requires only the kernels, and does not cause the compiler to load.
    const runs = page.getByRole('button', { name: /^Run/ });
    letGo();
    await runs.click();
    await page.locator('.run-line[data-outcome=completed]').waitFor();
    await page.waitForTimeout(5000);
    expect(asked.filter((path) => /compile-worker/.test(path))).toEqual([]);
    expect(host.requests.filter((path) => path.startsWith('toolchain/'))).toHaveLength(1);
    isHeld = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.locator('.cm-content').focus();
    await page.getByText('Downloading the compiler').waitFor();
    await expect
      .poll(() => host.requests.filter((path) => path.startsWith('toolchain/')).length, {
        timeout: scaleLimit(60_000),
      })
      .toBeGreaterThan(3);
    expect(asked.filter((path) => /compile-worker/.test(path))).not.toEqual([]);
    letGo();
    expect(await driver.run()).toBe('completed');
    await untilServiceKept(page, host.address);
    expect(await measure(host.requests)).toBeLessThan(MOST_BYTES_AFTER_RUN);
    const pieces = [...new Set(host.requests.filter((path) => path.startsWith('toolchain/')))];
    const sizes = await Promise.all(pieces.map(async (path) => (await stat(join(PAGE_BUILD, path))).size));
    // A quick build compresses new files less well.
    if (!isQuickBuild())
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_TOOLCHAIN_BYTES);
  });

  test('a run reports that its code could not be loaded, and the next run works', async () => {
    const host = await openHost({ path: '/' });
    const page = await openPage();
    const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
    await page.route('**/job-work-*', (route) => route.abort());
    await driver.open({ source: 'int main(void) { return 0; }', language: 'C' });
    expect(await driver.run()).not.toBe('completed');
    const said = 'The code that builds and runs programs could not be loaded';
    await page.locator('haze-download-panel').getByText(said).waitFor();
    await page.unroute('**/job-work-*');
    expect(await driver.run()).toBe('completed');
  });

  test('if `downloadWhen` resolves at once, a page downloads the compiler before it is connected', async () => {
    const page = await (await openContext(browser, {})).newPage();
    let address = '';
    const pages = {
      get '/page.html'() {
        return AT_ONCE(address);
      },
    };
    const host = await openHost({ path: '/', pages });
    ({ address } = host);
    let tellAsked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      tellAsked = resolve;
    });
    // Until the delayed scripts arrive, there is no connection and no build worker. One of the chunks is the kernels
    // file, which the page loads itself.
    const pieces = () => host.requests.filter((path) => path.startsWith('toolchain/'));
    host.onFile = async (path, bytes) => {
      if (pieces().length > 3) tellAsked();
      if (/haze-service-worker|compile-worker/.test(path)) await isAsked;
      return bytes;
    };
    await page.goto(new URL('page.html', address).href);
    await page.waitForFunction(() => 'told' in window);
    const told = await page.evaluate(() => (window as unknown as { told: string }).told);
    expect(told).toMatch(/^ *4\.\d*Ux/);
    // Each chunk is requested once.
    expect(pieces()).toHaveLength(new Set(pieces()).size);
  });

  test("workers load their files from the Haze host, even on another site's page", async () => {
    const host = await openHost({ path: '/tools/haze/', headers: { 'Access-Control-Allow-Origin': '*' } });
    const other = await openHost({ path: '/own/', pages: { '/page.html': FOREIGN(host.address) } });
    const page = await openPage();
    await page.goto(new URL('/page.html', other.address).href);
    await page.waitForFunction(() => 'told' in window);
    const told = await page.evaluate(() => (window as unknown as { told: string }).told);
    expect(told).toMatch(/^ *4\.\d*Ux/);
    expect(host.requests.filter((path) => /compile-fortran/.test(path))).toHaveLength(1);
  });
});
