// Pairs of page features that users combine: data-saver mode and project links, the split compiler and pages on other
// sites, core comparisons and several tabs. Runs in Chromium, whose driver can observe a page's requests and limit its
// storage.
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { describeProgram } from '../../src/ui/draft/program.ts';
import { linkProject } from '../../src/ui/playground/links/project-link.ts';
import { Project } from '../../src/ui/project/project.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { EmbedSite } from './embed-site.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';
import { piecesOf } from './toolchain-pieces.ts';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));
/** Chunks of the compiler that no gallery program needs. */
const REST = piecesOf(PAGE_BUILD, 'llvm.core-rest.wasm');

const HEADER = '#define WIDTH 2\n';
const PLAIN =
  '#include <stdio.h>\n#include "width.h"\nint main(void) { printf("%d\\n", WIDTH); return 0; }\n';
/** A program that needs functions from the last part of the compiler. */
const RARE = `#include <stdio.h>
#include <uxhw.h>
#include "width.h"
typedef float Four __attribute__((vector_size(16)));
static __int128 divide(__int128 a, __int128 b) { return a / b; }
static Four turn(Four a) { return __builtin_shufflevector(a, a, 3, 2, 1, 0) * a; }
static _Complex double over(_Complex double a, _Complex double b) { return a / b; }
int main(int argc, char **argv) {
  volatile __int128 large = (__int128)argc << 100;
  volatile Four four = {argc, 2, 3, 4};
  _Complex double ratio = over(argc + 2.0i, argc - 1.0i);
  double x = UxHwDoubleUniformDist(1, 1 + WIDTH);
  printf("%d %g %g x = %f\\n", (int)divide(large, (__int128)1 << 98), turn(four)[1], __real__ ratio, x);
  return 0;
}
`;
/** 2^100 / 2^98; 3 · 2; (1 + 2i) / (1 − i) = −0.5 + 1.5i. */
const SAID = /^4 6 -0\.5 x = 2\.0\d* ?(±|Ux)/;

const encode = (text: string) => new TextEncoder().encode(text);

function linkedProject(main: string, page: string): Promise<string> {
  const files = new Map([
    ['main.c', encode(main)],
    ['width.h', encode(HEADER)],
  ]);
  const project = new Project('linked', files);
  return linkProject({ project, program: describeProgram({ source: main }) }, page);
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: Browser;
  const sites: { close(): unknown }[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    for (const site of sites.splice(0)) await site.close();
  });
  afterAll(() => browser?.close());

  async function openHost(): Promise<StaticHost> {
    const host = await StaticHost.open({ folder: PAGE_BUILD, path: '/some/folder/' });
    sites.push(host);
    return host;
  }

  /** A profile in data-saver mode, in which the page prefetches nothing. */
  async function openSaving(): Promise<BrowserContext> {
    const context = await openContext(browser);
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    return context;
  }

  const drive = (page: Page, host: StaticHost) =>
    new PlaygroundDriver(page as unknown as DrivenPage, host.address);

  async function openLinked(context: BrowserContext, host: StaticHost, main: string) {
    const page = await context.newPage();
    await page.goto(await linkedProject(main, host.address));
    await page.getByRole('navigation', { name: 'Files of linked' }).waitFor();
    // Waits until the service is ready.
    await page.locator('select.core option').nth(10).waitFor({ state: 'attached' });
    return { page, driver: drive(page, host) };
  }

  const isCompiler = (path: string) => path.startsWith('toolchain/');
  const isRest = (path: string) => REST.has(path);

  test('in data-saver mode, opening a project link loads only the compiler files that the run needs', async () => {
    const host = await openHost();
    const context = await openSaving();
    const first = await openLinked(context, host, PLAIN);
    await first.page.locator('.cm-content').click();
    await first.page.waitForLoadState('networkidle');
    expect(host.requests.filter(isCompiler)).toEqual([]);
    expect(await first.driver.run()).toBe('completed');
    expect(await first.driver.text('haze-console .stdout')).toBe('2');
    expect(host.requests.filter(isCompiler).length).toBeGreaterThan(0);
    expect(host.requests.filter(isRest)).toEqual([]);
    // Another project needs more files, and only the missing files are fetched for it.
    const before = host.requests.length;
    const second = await openLinked(context, host, RARE);
    expect(await second.driver.run()).toBe('completed');
    expect(await second.driver.text('haze-console .stdout')).toMatch(SAID);
    const fetched = host.requests.slice(before).filter(isCompiler);
    expect(fetched.filter(isRest)).not.toEqual([]);
    expect(new Set(host.requests.filter(isCompiler)).size).toBe(host.requests.filter(isCompiler).length);
  });

  test('without shared memory, a multi-file element on another site can use the last part of the compiler', async () => {
    const site = await EmbedSite.open();
    sites.push(site);
    site.files.other.set('/several.html', {
      text: `<!doctype html><title>several</title><haze-program label="several"></haze-program>
<script src="{haze}/haze-program.js"></script>`,
    });
    const page = await (await openContext(browser)).newPage();
    await page.goto(`${site.other}/several.html`);
    const element = page.locator('haze-program');
    await element.evaluate(
      (program, [source, header]) => Object.assign(program, { source, files: { 'width.h': header } }),
      [RARE, HEADER] as const,
    );
    const handle = await element.locator('iframe').elementHandle();
    const frame = (await handle!.contentFrame()) as Frame;
    const program = frame.locator('haze-program');
    await program.getByRole('button', { name: 'Run' }).waitFor();
    expect(await frame.evaluate(() => crossOriginIsolated)).toBe(false);
    await element.evaluate((one) => (one as HTMLElement & { run(): void }).run());
    await program.locator('[part=output]').getByText('x = ').waitFor();
    expect(await program.locator('[part=output]').innerText()).toMatch(SAID);
    expect(site.requests.some((path) => isRest(path.slice(1)))).toBe(true);
  });

  test('if only the first part of the compiler fits into storage, programs that need the rest can still be built repeatedly', async () => {
    const host = await openHost();
    const context = await openSaving();
    const { page, driver } = await openLinked(context, host, PLAIN);
    expect(await driver.run()).toBe('completed');
    const devtools = await context.newCDPSession(page);
    const origin = new URL(host.address).origin;
    let usage = 0;
    let equalReadings = 0;
    // After the run, the page continues to store the compiler.
    const isStored = async () => {
      const before = usage;
      ({ usage } = await devtools.send('Storage.getUsageAndQuota', { origin }));
      equalReadings = usage === before ? equalReadings + 1 : 0;
      return equalReadings >= 3;
    };
    await expect.poll(isStored, { interval: scaleLimit(1000) }).toBe(true);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 500_000 });
    const second = await openLinked(context, host, RARE);
    for (let visit = 0; visit < 2; visit += 1) {
      expect(await second.driver.run()).toBe('completed');
      expect(await second.driver.text('haze-console .stdout')).toMatch(SAID);
      await second.page.reload();
      await second.page.getByRole('navigation', { name: 'Files of linked' }).waitFor();
    }
  });

  test('two tabs that compare cores at the same time have separate tables', async () => {
    const host = await openHost();
    const context = await openContext(browser);
    const width = (low: number) =>
      `#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("w = %lf\\n", UxHwDoubleUniformDist(${low}, ${low + 2})); return 0; }\n`;
    const tabs = [];
    for (const low of [1, 5]) {
      const page = await context.newPage();
      const driver = drive(page, host);
      await driver.open({ source: width(low), language: 'C' });
      tabs.push({ driver, low });
    }
    for (const { driver } of tabs) {
      await driver.click('Cores', '[role=tab]');
      await driver.click('Run on these 3 cores');
    }
    for (const { driver, low } of tabs) {
      await driver.until(
        () =>
          Array.from(document.querySelectorAll('haze-core-table tbody tr')).filter((row) =>
            row.textContent?.includes('completed'),
          ).length === 3,
        undefined,
      );
      const rows = (await driver.texts('haze-core-table tbody tr')).map((row) => row.split(/\t+/));
      const value = expect.stringMatching(new RegExp(`^${low + 1}\\.0\\d* ± 0\\.5[5-9]\\d*$`));
      expect(rows.map(([core, text]) => [core, text])).toEqual(
        ['C0-S', 'C0-S+', 'C0-Joint'].map((core) => [core, value]),
      );
    }
  });
});
