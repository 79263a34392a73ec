// Features of the playground in combination that only Chromium's driver can observe or manipulate: phones, link
// downloads, lost storage. joint-scenarios.ts covers every browser.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unzipSync, zipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { describeProgram } from '../../src/ui/draft/program.ts';
import { packShareFragment } from '../../src/ui/share/share-link.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const encode = (text: string) => new TextEncoder().encode(text);

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: Browser;
  let host: StaticHost;
  let page: Page;
  let driver: PlaygroundDriver;
  const problems: string[] = [];

  beforeAll(async () => {
    host = await StaticHost.open({ folder: PAGE_BUILD, path: '/some/folder/' });
    browser = await launchChromium();
    page = await newPage(await openContext(browser));
    driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
    await page.goto(host.address);
  });

  afterEach(async () => {
    expect(problems.splice(0)).toEqual([]);
    const close = page.getByRole('button', { name: 'Close project' });
    if (await close.isVisible()) await close.click();
  });

  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  async function newPage(context: Awaited<ReturnType<typeof openContext>>): Promise<Page> {
    const opened = await context.newPage();
    opened.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    opened.on('pageerror', (error) => problems.push(`${error.name}: ${error.message} ${error.stack}`));
    return opened;
  }

  const said = (text: string | RegExp) => page.locator('.sentence').getByText(text);
  const textOf = () =>
    page.locator('.cm-line').evaluateAll((lines) => lines.map((line) => line.textContent).join('\n'));

  async function openZip(name: string, files: Record<string, Uint8Array>): Promise<void> {
    const inside = Object.fromEntries(
      Object.entries(files).map(([path, bytes]) => [`${name}/${path}`, bytes]),
    );
    const buffer = Buffer.from(zipSync(inside));
    const zip = { name: `${name}.zip`, mimeType: 'application/zip', buffer };
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByLabel('Open zip…').setInputFiles(zip);
    await page.getByRole('navigation', { name: `Files of ${name}` }).waitFor();
  }

  test('a project that is too large for a link is reported', async () => {
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    // Incompressible bytes.
    let state = 1;
    const noise = Uint8Array.from({ length: 80_000 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state;
    });
    await openZip('large', { 'main.c': encode('int main(void) {}\n'), noise });
    const before = page.url();
    await page.getByRole('button', { name: 'Share' }).click();
    await said(/too large for a link: .+“Save zip” gives you all its files/).waitFor();
    expect(page.url()).toBe(before);
  });

  test('text typed after “Share” on a first visit survives the reload that isolates the page', async () => {
    const context = await openContext(browser);
    const first = await newPage(context);
    const visitor = new PlaygroundDriver(first as unknown as DrivenPage, host.address);
    const goesOn = async () => {
      const before = first.url().length;
      await visitor.click('Share');
      await visitor.until((length) => location.href.length > length && location.hash !== '', before);
      await visitor.typeAtStart('// since\n');
      // A service worker isolates the page, but a quick visitor does not wait for it.
      await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await first.reload();
      await visitor.until(
        () => document.querySelector('.cm-content')?.textContent?.startsWith('// since') === true,
        undefined,
      );
    };
    // Opens a link, so that the page does not reload itself.
    await visitor.openAfresh({ source: 'int main(void) { return 0; }\n' });
    expect(await first.evaluate(() => crossOriginIsolated)).toBe(false);
    await goesOn();
    expect(await first.evaluate(() => crossOriginIsolated)).toBe(true);
    await context.close();
  });

  test('runs of a project are listed and compared, even after a reload, but their sources are not saved', async () => {
    await openZip('several', {
      'main.c': encode(
        '#include <stdio.h>\r\n#include <uxhw.h>\r\n#include "low.h"\r\nint main(void) {\r\n  printf("w (m) = %lf\\n", UxHwDoubleUniformDist(LOW, LOW + 2));\r\n}\r\n',
      ),
      'low.h': encode('#define LOW 1\r\n'),
    });
    expect(await driver.run()).toBe('completed');
    await driver.click('low.h', 'nav button');
    await driver.typeAtStart('#define LOW 5\n//');
    expect(await driver.run()).toBe('completed');
    const rows = async () => (await driver.texts('haze-runs tbody tr')).map((row) => row.split(/\t+/));
    const listed = expect.arrayContaining([
      'Run 2',
      expect.stringMatching(/^C0-/),
      'not saved for projects',
      'completed',
    ]);
    await driver.click('Runs', '[role=tab]');
    await expect.poll(async () => (await rows())[0]).toEqual(listed);
    await driver.click('Compare selected runs');
    await page.getByText('Source: not saved for projects').waitFor();
    expect((await driver.texts('.compared-runs tbody tr')).map((row) => row.split(/\t+/))).toEqual([
      ['w (m)', '2.00 ± 0.58', '6.00 ± 0.58', '+4.00'],
    ]);
    await page.reload();
    await page.getByRole('navigation', { name: 'Files of several' }).waitFor();
    await driver.click('Runs', '[role=tab]');
    await expect.poll(async () => (await rows())[0]).toEqual(listed);
    const [download] = await Promise.all([page.waitForEvent('download'), driver.click('Save zip')]);
    const saved = unzipSync(readFileSync((await download.path())!));
    // A header with DOS line endings.
    expect(new TextDecoder().decode(saved['low.h'])).toBe('#define LOW 5\r\n//#define LOW 1\r\n');
    await driver.click('Output', '[role=tab]');
  });

  test('a project that opens a data file outside its inputs gets a hint and a fix', async () => {
    const reads = (path: string) =>
      encode(
        `#include <stdio.h>\nint main(void) { FILE *f = fopen("${path}", "r"); if (!f) { perror("${path}"); return 1; } puts("read"); }\n`,
      );
    const data = encode('1\n');
    await openZip('beside', { 'main.c': reads('table.csv'), 'table.csv': data });
    expect(await driver.run()).toBe('stopped');
    await said(
      /could not open table\.csv: .+folder “inputs” and the files under “Inputs”, and “table\.csv” is in neither/,
    ).waitFor();
    await page.getByRole('button', { name: 'Add it as an input' }).click();
    expect(await driver.run()).toBe('completed');
    await page.getByRole('button', { name: 'Close project' }).click();
    await openZip('inside', { 'main.c': reads('table.csv'), 'inputs/table.csv': data });
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console')).toContain('read');
  });

  const width = (low: number) => `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("width (m) = %lf\\n", UxHwDoubleUniformDist(${low}, ${low + 2})); return 0; }
`;
  const viewer = () => page.locator('haze-value-viewer');

  test('sparklines share a scale if their values are similar; otherwise, each has a scale of its own, as its tooltip says', async () => {
    const titles = async (step: number) => {
      const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) { for (int i = 0; i < 5; i++) printf("after %d s: s = %lf\\n", i, UxHwDoubleUniformDist(i * ${step}, i * ${step} + 1)); }
`;
      await driver.open({ source });
      expect(await driver.run()).toBe('completed');
      await page.locator('haze-spark').nth(4).waitFor();
      return page
        .locator('haze-spark')
        .evaluateAll((sparks) => [...new Set(sparks.map((spark) => spark.getAttribute('title')))]);
    };
    expect(await titles(1)).toEqual(['Scale shared with similar values']);
    expect(await titles(30)).toEqual(['Individual scale']);
  });

  test('the viewer shows standard errors on request, and keeps showing them in later runs', async () => {
    const source = (low: number) => `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double a = UxHwDoubleUniformDist(${low}, 12), b = UxHwDoubleGaussDist(8, 1);
  printf("r: %lf\\n", a * b / (a + b));
  return 0;
}
`;
    await driver.open({ source: source(8), core: 'C0-S+' });
    await driver.run();
    const row = viewer().getByRole('row', { name: /^97\.5 % quantile/ });
    expect(await row.innerText()).not.toContain('±');
    await viewer().getByRole('button', { name: 'Standard errors' }).click();
    // With 1 024 samples, the end of a 95 % interval is accurate to a few percent of the deviation, which is 0.4.
    await expect.poll(() => row.textContent()).toMatch(/5\.\d+ ± standard error 0\.0\d+$/);
    expect(await row.locator('.unsure').innerText()).toMatch(/^\d+$/);
    expect(await viewer().getByText('Bands at the ends of the interval: ± one standard error.').count()).toBe(
      1,
    );
    expect(await viewer().getByRole('button', { name: 'Standard errors' }).count()).toBe(0);
    await driver.open({ source: source(9), core: 'C0-S+' });
    await driver.run();
    await expect.poll(() => row.textContent()).toMatch(/± standard error 0\.0\d+$/);
    // A fresh page does not request the values.
    await driver.openAfresh({ source: width(1) });
  });

  test('the viewer closes when another program is opened', async () => {
    await driver.open({ source: width(1) });
    await driver.run();
    await page.getByRole('button', { name: /2\.00 ± 0\.58/ }).click();
    await viewer().getByRole('columnheader', { name: 'width' }).waitFor();
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.locator('dialog .card').first().click();
    await viewer().waitFor({ state: 'detached' });
  });

  test('on a phone, the viewer of a tapped value scrolls into view, gets the focus and is announced', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    try {
      await driver.open({ source: width(1) });
      await driver.run();
      await page.getByRole('button', { name: /2\.00 ± 0\.58/ }).click();
      await page.waitForFunction(() => {
        const section = document.querySelector('section.viewer');
        if (!section || document.activeElement !== section) return false;
        const { top, bottom } = section.getBoundingClientRect();
        return top >= -1 && top < innerHeight / 2 && bottom > 200;
      });
      expect(await page.locator('.announcer').textContent()).toBe('Viewing width.');
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      expect(await page.evaluate(() => document.activeElement?.className)).toContain('value');
    } finally {
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });

  test('on a phone 320 pixels wide, the viewer of a compared value scrolls into view, and nothing is cut off', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    try {
      await driver.open({ source: width(1) });
      expect(await driver.run()).toBe('completed');
      await page.getByRole('button', { name: 'Compare with Reference' }).click();
      await page.locator('.comparison-table').getByRole('button').first().click();
      await page.waitForFunction(() => {
        const section = document.querySelector('section.viewer');
        if (!section || document.activeElement !== section) return false;
        const { top, bottom } = section.getBoundingClientRect();
        return top >= -1 && top < innerHeight / 2 && bottom > 200;
      });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
    } finally {
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });

  test('a value and its budget share the height, while output and tabs stay visible, and both panels can be reached', async () => {
    await page.setViewportSize({ width: 1280, height: 600 });
    try {
      await driver.open({ source: width(1) });
      expect(await driver.run()).toBe('completed');
      await page.getByRole('button', { name: /2\.00 ± 0\.58/ }).click();
      await viewer().getByRole('columnheader', { name: 'width' }).waitFor();
      await page.getByRole('button', { name: 'What makes it uncertain?' }).first().click();
      const value = page.locator('section.viewer[aria-label=Value]');
      const budget = page.getByLabel('Where the spread comes from');
      await budget.locator('haze-budget').waitFor();
      const places = () =>
        page.evaluate(() => {
          const find = (name: string) => document.querySelector(name)!.getBoundingClientRect();
          const [output, sight, tabs] = ['#panel-output', '.sight', '.result > .tabs'].map(find);
          return { output: output!.height, end: innerHeight - sight!.bottom, tabs: tabs!.height };
        });
      const isAtTop = () =>
        budget.evaluate((element) => {
          const { top } = element.closest('.sight')!.getBoundingClientRect();
          return Math.abs(element.getBoundingClientRect().top - top) < 2;
        });
      await expect.poll(isAtTop).toBe(true);
      const { output, end, tabs } = await places();
      expect(output).toBeGreaterThan(120);
      expect(tabs).toBeGreaterThan(30);
      expect(Math.abs(end)).toBeLessThan(2);
      await page.evaluate(() => document.querySelector('.sight')!.scrollTo(0, 1e6));
      expect(
        await budget.evaluate((element) => innerHeight - element.getBoundingClientRect().bottom),
      ).toBeLessThan(2);
      // A value that the user opens again is scrolled into view again.
      await page.getByRole('button', { name: /2\.00 ± 0\.58/ }).click();
      await expect
        .poll(() => value.evaluate((element) => element.getBoundingClientRect().top))
        .toBeGreaterThan(250);
      await budget.getByRole('button', { name: 'Close', exact: true }).click();
      await value.getByRole('button', { name: 'Close', exact: true }).click();
      expect(await page.locator('.sight').count()).toBe(0);
    } finally {
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });

  test('a run can be compared and its value viewed and closed by keyboard, without losing the focus', async () => {
    await driver.open({ source: width(1) });
    expect(await driver.run()).toBe('completed');
    const focused = () =>
      page.evaluate(() => document.activeElement?.textContent?.trim().replace(/\s+/g, ' '));
    // A run closes only the panels that it opened itself.
    await viewer().getByRole('columnheader', { name: 'width' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    expect(await focused()).toMatch(/^2\.00 ± 0\.58/);
    const compare = page.getByRole('button', { name: 'Compare with Reference' });
    await compare.press('Enter');
    const compared = page.locator('.comparison-table').getByRole('button').first();
    await compared.waitFor();
    expect(await focused()).toBe('Compare with Reference');
    for (let step = 0; (await focused()) !== 'width' && step < 20; step += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await viewer().getByRole('columnheader', { name: 'width' }).first().waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await expect.poll(focused).toBe('width');
  });

  test('a shared link loads no part of the compiler until the program is clicked', async () => {
    const fragment = await packShareFragment(describeProgram({ source: width(1) }));
    const context = await openContext(browser);
    const other = await newPage(context);
    // In the other tests, the page fetches the rest of the compiler when idle.
    const ownHost = await StaticHost.open({ folder: PAGE_BUILD, path: '/some/folder/' });
    await other.goto(`${ownHost.address}#${fragment}`);
    await other.getByText('width (m)').waitFor();
    // Waits until the service is ready.
    await other.locator('select.core option').nth(10).waitFor({ state: 'attached' });
    const compilers = () => ownHost.requests.filter((path) => path.startsWith('toolchain/'));
    expect(compilers()).toEqual([]);
    await other.locator('.cm-content').click();
    await expect.poll(() => compilers().length).toBeGreaterThan(0);
    await context.close();
    await ownHost.close();
  });

  test('when site data is cleared, the page says so and keeps working', async () => {
    await driver.open({ source: width(1) });
    expect(await driver.run()).toBe('completed');
    const devtools = await page.context().newCDPSession(page);
    const origin = new URL(host.address).origin;
    const before = host.requests.length;
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await said('The browser removed this page').waitFor();
    expect(await driver.run()).toBe('completed');
    expect(await driver.texts('button.value')).toEqual(['2.00 ± 0.58']);
    expect(host.requests.slice(before).filter((path) => path.startsWith('api'))).toEqual([]);
    // If the data is cleared during a run, the page also reports what happened to the run.
    await driver.open({
      source:
        '#include <stdio.h>\nint main(void) { puts("begun"); fflush(stdout); volatile int go = 1; while (go) {} }\n',
    });
    await page.getByRole('button', { name: 'Run' }).first().click();
    await page.locator('haze-console', { hasText: 'begun' }).waitFor();
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await page
      .locator('.phase', {
        hasText: 'It did not run. This browser has since removed the data it kept for this run',
      })
      .waitFor();
    await driver.open({ source: width(1) });
    expect(await driver.run()).toBe('completed');
    // By now, the page has stored the open program again.
    await page.reload();
    await expect.poll(textOf).toContain('width (m)');
    expect(await driver.run()).toBe('completed');
  });
});
