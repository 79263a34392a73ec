// A host without special headers, so that page and worker share no memory. Chromium tests a first visit, endless output
// in the playground and in a frame on another site, and all gallery examples. Firefox, which isolates pages
// differently, tests a first visit.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { build, run } from '../../src/node/library.ts';
import type { Program } from '../../src/ui/draft/program.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { isMissing, type StartedChromium, startChromium } from './browsers.ts';
import { adaptPage, openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { EmbedSite } from './embed-site.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = new URL('../../dist/page/', import.meta.url).pathname;
const EXAMPLES = new URL('../../examples/', import.meta.url).pathname;
/**
 * The maximum number of first visits. On a busy machine, the service worker may take control only long after a page has
 * loaded.
 */
const MOST_VISITS = 5;
const ENDLESS = '#include <stdio.h>\nint main(void) {\n  for (;;) puts("spam");\n}\n';

/**
 * Makes first visits with fresh browsers until the service worker controls a page soon enough, and returns that page's
 * state.
 */
async function visitUntouched(
  host: StaticHost,
  openFresh: () => Promise<{ readonly page: DrivenPage; close(): Promise<unknown> }>,
): Promise<{ isIsolated: boolean; isLoadedAgain: boolean; stays: boolean }> {
  for (let visit = 1; ; visit += 1) {
    const { page, close } = await openFresh();
    const driver = new PlaygroundDriver(page, host.address);
    await page.goto(host.address);
    await untilTakenOver(driver);
    // Requests to the host do not reveal a reload: the second load may happen before the service worker controls the
    // page.
    const { isIsolated, isLoadedAgain } = await page.evaluate(() => {
      const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      document.title = 'The load that stays';
      return { isIsolated: crossOriginIsolated, isLoadedAgain: load?.type === 'reload' };
    }, undefined);
    // The page does not keep reloading.
    if (isIsolated) expect(await driver.run()).toBe('completed');
    const stays = await page.evaluate(() => document.title === 'The load that stays', undefined);
    await close();
    if (isIsolated || visit === MOST_VISITS) return { isIsolated, isLoadedAgain, stays };
  }
}

/** Waits until the page has reloaded, or is too old to reload. From then on, it is connected and does not reload. */
async function untilTakenOver(driver: PlaygroundDriver): Promise<void> {
  await driver.until(
    () =>
      /The compiler has not been downloaded yet/.test(
        document.querySelector('haze-download-panel')?.shadowRoot?.textContent ?? '',
      ) &&
      (crossOriginIsolated || performance.now() > 15_000),
    undefined,
  );
}

/** Expects a valid manifest, and icons that all match their declarations. */
async function expectInstallable(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { errors, data = '', url } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { start_url, icons } = JSON.parse(data) as { start_url: string; icons: Record<string, string>[] };
  expect(new URL(start_url, url).href).toBe(address);
  for (const { src, sizes, type } of icons.filter((icon) => icon.type === 'image/png')) {
    const drawn = await page.evaluate(async (icon) => {
      const response = await fetch(icon);
      const { width, height } = await createImageBitmap(await response.blob());
      return { sizes: `${width}x${height}`, type: response.headers.get('Content-Type') };
    }, new URL(src!, url).href);
    expect(drawn).toEqual({ sizes, type });
  }
}

const MANY_LANES = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1), y = UxHwDoubleUniformDist(-0.5, 0.5), sum = x * y;
  for (int i = 0; i < 60; i++) sum = tanh(sum * y) + exp(-sum) * x;
  printf("%lf\\n", sum);
}
`;

/** With shared memory, two workers compute many lanes, and the output is the same as in Node. */
async function expectHelped(page: Page, address: string): Promise<void> {
  const core = { ...findDefaultCore('C0-Joint'), LaneCount: 32_768 };
  const built = await build(MANY_LANES);
  if (!built.ok) throw new Error(built.log);
  const { stdout, stderr } = await run(built.module, { core });
  // Passed as a string, because the test transform would rewrite the import.
  const { opened, alive, ...inPage } = await page.evaluate<{
    stdout: string;
    stderr: string;
    opened: number;
    alive: number;
  }>(`(async () => {
    // Counts at creation: the browser reports no worker that ends before its script starts.
    let opened = 0, alive = 0;
    const Original = Worker;
    globalThis.Worker = class extends Original {
      constructor(url, options) {
        super(url, options);
        this.isCounted = String(url).includes('run-worker');
        if (this.isCounted) opened += 1, alive += 1;
      }
      terminate() {
        super.terminate();
        if (this.isCounted) alive -= 1;
        this.isCounted = false;
      }
    };
    const { createHaze } = await import(${JSON.stringify(`${address}haze.js`)});
    const module = new Uint8Array(${JSON.stringify([...built.module])});
    const { stdout, stderr } = await createHaze().run(module, { core: ${JSON.stringify(core)} });
    await new Promise((resolve) => setTimeout(resolve));
    globalThis.Worker = Original;
    return { stdout, stderr, opened, alive };
  })()`);
  expect(inPage).toEqual({ stdout, stderr });
  expect(opened).toBeGreaterThanOrEqual(availableParallelism() > 1 ? 2 : 1);
  expect(alive).toBe(0);
}

describe.skipIf(isMissing('Firefox'))('Firefox', () => {
  test('an untouched first visit reloads itself once, and is then cross-origin isolated', async () => {
    const host = await StaticHost.open({ folder: PAGE_BUILD, path: '/some/folder/' });
    const outcome = await visitUntouched(host, async () => {
      const browser = await startDrivenFirefox();
      return { page: adaptPage(await openFirefoxPage(browser)), close: () => browser.close() };
    });
    await host.close();
    expect(outcome).toEqual({ isIsolated: true, isLoadedAgain: true, stays: true });
  });
});

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: StartedChromium;
  let context: BrowserContext;
  let page: Page;
  let host: StaticHost;

  beforeAll(async () => {
    browser = await startChromium();
    context = browser.context;
    host = await StaticHost.open({ folder: PAGE_BUILD, path: '/some/folder/' });
  });
  afterEach(() => page?.close());
  afterAll(async () => {
    await browser?.end();
    await host?.close();
  });

  async function openPlayground(program: Partial<Program>): Promise<PlaygroundDriver> {
    page = await context.newPage();
    const driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
    await driver.open(program);
    return driver;
  }

  test('an untouched first visit reloads itself once, and is then cross-origin isolated', async () => {
    const outcome = await visitUntouched(host, async () => {
      const fresh = await startChromium();
      const opened = await fresh.context.newPage();
      return { page: opened as unknown as DrivenPage, close: () => fresh.end() };
    });
    expect(outcome).toEqual({ isIsolated: true, isLoadedAgain: true, stays: true });
  });

  test('a panel that is opened just before the automatic reload is still open afterwards', async () => {
    for (let visit = 1; visit <= MOST_VISITS; visit += 1) {
      const fresh = await startChromium();
      try {
        page = await fresh.context.newPage();
        await page.addInitScript(() =>
          addEventListener('beforeunload', () =>
            document.querySelector<HTMLElement>('#tab-requests')!.click(),
          ),
        );
        await page.goto(host.address);
        await untilTakenOver(new PlaygroundDriver(page as unknown as DrivenPage, host.address));
        // If the machine is too busy, the service worker does not control the page soon enough.
        if (!(await page.evaluate(() => crossOriginIsolated))) continue;
        await page.getByRole('button', { name: 'Save as a file' }).waitFor();
        await page.reload();
        await page.locator('#tab-output[aria-selected=true]').waitFor();
        return;
      } finally {
        await fresh.end();
      }
    }
    expect.fail(`no page of ${MOST_VISITS} was reloaded`);
  });

  test('a first visit is not reloaded once the user has typed, and the next load is cross-origin isolated', async () => {
    const fresh = await startChromium();
    try {
      page = await fresh.context.newPage();
      let loads = 0;
      page.on('domcontentloaded', () => {
        loads += 1;
      });
      let touch: () => void = () => undefined;
      const touched = new Promise<void>((resolve) => {
        touch = resolve;
      });
      // The service worker arrives while the user is typing.
      host.onFile = async (path, bytes) => {
        if (path === 'haze-service-worker.js') await touched;
        return bytes;
      };
      await page.goto(host.address);
      await page.locator('.cm-content').press('Control+Home');
      await page.keyboard.type('// mine\n');
      touch();
      await page.getByText('Downloading the compiler').waitFor();
      expect(loads).toBe(1);
      await page.getByText('// mine').waitFor();
      // The download does not wait for the service worker.
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.reload();
      await page.getByText('// mine').waitFor();
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      await expectInstallable(page, host.address);
      await expectHelped(page, host.address);
    } finally {
      host.onFile = (_path, bytes) => bytes;
      await fresh.end();
    }
  });

  test('a first visit shows endless output until Stop is pressed, and keeps what was printed', async () => {
    await openPlayground({ source: ENDLESS, language: 'C' });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await page.getByRole('button', { name: 'Run' }).first().click();
    // The notice appears while the program is still running, because there is more output than is shown.
    await page.locator('haze-console .cut').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.run-line[data-outcome=cancelled]').waitFor();
    // Checks the text as it is copied, which includes hidden parts that have no layout.
    const copied = await page.evaluate(() => {
      getSelection()!.selectAllChildren(document.querySelector('haze-console .stdout')!);
      return String(getSelection());
    });
    expect(copied).toMatch(/^(spam\n){50000}/);
  });

  test('an endless line is truncated and can be stopped, and the next run is shown in full', async () => {
    const driver = await openPlayground({
      source: '#include <stdio.h>\nint main(void) {\n  for (;;) putchar(120);\n}\n',
      language: 'C',
    });
    await page.getByRole('button', { name: 'Run' }).first().click();
    const notice = page.locator('haze-console .cut', { hasText: /^[\d,]+ more characters do not fit/ });
    await notice.waitFor();
    // While the program continues, the number of hidden characters grows.
    const count = async () => Number((await notice.textContent())!.split(' ')[0]!.replaceAll(',', ''));
    await expect.poll(count).toBeGreaterThan(1_000_000);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.run-line[data-outcome=cancelled]').waitFor();
    expect(await page.locator('haze-console .stdout').textContent()).toMatch(/^x{65536}…/);
    await driver.open({ source: '#include <stdio.h>\nint main(void) { puts("whole"); }\n', language: 'C' });
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console')).toBe('whole');
  });

  test('a frame on another site shows and counts endless output until Stop is pressed', async () => {
    const site = await EmbedSite.open();
    try {
      page = await context.newPage();
      await page.goto(`${site.other}/example.html`);
      const element = page.locator('haze-program[label="Voltage divider"]');
      await element.locator('iframe').waitFor();
      const frame = (await (await element.locator('iframe').elementHandle())!.contentFrame()) as Frame;
      const program = frame.locator('haze-program');
      await program.getByRole('button', { name: 'Run' }).waitFor();
      expect(await frame.evaluate(() => crossOriginIsolated)).toBe(false);
      await element.evaluate((program, source) => {
        const { language, run } = program as unknown as { language: string; run: () => void };
        Object.assign(program, { source, language: language ?? 'C' });
        run.call(program);
      }, ENDLESS);
      await program.getByText(/\d+ more characters of output are not shown/).waitFor();
      await program.getByRole('button', { name: 'Stop' }).click();
      await program.getByText(/^Stopped/).waitFor();
      // The end of a block also ends a line, so the newlines are optional.
      expect(await program.locator('[part=output]').textContent()).toMatch(/^(spam\n?){100000}/);
    } finally {
      site.close();
    }
  });

  test('a crash in a program without debug information is still reported with its line', async () => {
    const source =
      '#include <stdio.h>\nint main(int argc, char **argv) {\n  puts("before");\n  return 10 /\n    (argc - 1);\n}\n';
    const driver = await openPlayground({ source, language: 'C' });
    expect(await driver.run()).toBe('stopped');
    expect(await driver.headline()).toMatch(
      /: an integer was divided by zero \(in main\), at main\.c:4:\d+$/,
    );
    expect(await driver.text('haze-console .stderr')).toMatch(/\nhaze: at main\.c:4:\d+$/);
    expect(await driver.text('haze-console .stdout')).toBe('before');
  });

  test('every gallery example builds and runs', async () => {
    const gallery = JSON.parse(readFileSync(`${EXAMPLES}gallery.json`, 'utf8')) as {
      file: string;
      language: Program['language'];
    }[];
    const driver = await openPlayground({ source: 'int main(void) { return 0; }\n', language: 'C' });
    const ends: Record<string, string> = {};
    for (const { file, language } of gallery) {
      await driver.open({ source: readFileSync(`${EXAMPLES}${file}`, 'utf8'), language, core: 'C0-S' });
      ends[file] = await driver.run();
    }
    expect(ends).toEqual(Object.fromEntries(gallery.map(({ file }) => [file, 'completed'])));
  });
});
