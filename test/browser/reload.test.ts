// A page that is reloaded while work is in progress: either the work continues, or the page reports the interruption.
// Runs in Chromium on a plain host, because the saved work depends on our own code; page-cache.test.ts covers the three
// engines.
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Program } from '../../src/ui/draft/program.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));

/** Prints a single value after iterations that take about a tenth of a second each. */
const slowly = (turns: number) => `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  volatile double sum = 0;
  double width = UxHwDoubleGaussDist(5, 1);
  puts("it begins");
  for (long long i = 0; i < ${turns} * 20000000LL; i++) sum += 1;
  printf("width (m) = %lf\\n", width);
}
`;

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: Browser;
  let host: StaticHost;
  let page: Page;
  let driver: PlaygroundDriver;

  beforeAll(async () => {
    host = await StaticHost.open({ folder: PAGE_BUILD, path: '/some/folder/' });
    browser = await launchChromium();
  });
  afterEach(() => page?.context().close());
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  async function open(program: Partial<Program>): Promise<void> {
    page = await (await openContext(browser)).newPage();
    driver = new PlaygroundDriver(page as unknown as DrivenPage, host.address);
    await driver.open({ language: 'C', ...program });
    await page.waitForFunction(() => crossOriginIsolated || navigator.serviceWorker.controller !== null);
  }

  const phase = (text: string | RegExp) => page.locator('.phase', { hasText: text });
  const said = (text: string | RegExp) => page.locator('.sentence').getByText(text);
  const press = (name: string) => page.getByRole('button', { name }).first().click();

  test.each([
    ['a run', 'C0-S', /^width \(m\) = 5\.0\d* ± 1\.0/m],
    ['a run on the Reference core', 'C0-Reference', /^width \(m\) = [-\d.]+$/m],
  ])('%s continues after a reload, and its output appears once', async (_, core, result) => {
    const runs = core === 'C0-S' ? 30 : 0;
    await open({ source: slowly(runs), core, ...(runs === 0 && { settings: { runs: 300_000 } }) });
    await press('Run');
    await phase('Running').waitFor();
    await page.reload();
    await said('The page was reloaded while the program was running. The run continues.').waitFor();
    // Until the run finishes, it can be stopped, and no second run starts alongside it.
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.locator('.run-line[data-outcome=completed]').waitFor();
    const printed = await driver.text('haze-console .stdout');
    expect(printed).toMatch(result);
    expect(printed.match(/it begins/g)).toHaveLength(1);
    // Work that has finished does not continue.
    await page.reload();
    await phase('Ready.').waitFor();
  });

  test('after a reload, a running program can be stopped, and its earlier output is visible', async () => {
    await open({ source: slowly(10_000) });
    await press('Run');
    await page.locator('haze-console', { hasText: 'it begins' }).waitFor();
    await page.reload();
    await page.locator('haze-console', { hasText: 'it begins' }).waitFor();
    await press('Stop');
    await phase('Stopped by you').waitFor();
    await press('Run');
    await phase('Running').waitFor();
    await press('Stop');
    await phase('Stopped by you').waitFor();
  });

  test('a reload cancels a comparison and its run on the Reference core, and the page reports it', async () => {
    await open({ source: slowly(1), core: 'C0-S' });
    expect(await driver.run()).toBe('completed');
    await press('Compare with Reference');
    await page.getByText('On the Reference core: Running').waitFor();
    await page.reload();
    await said(/^The comparison was cancelled because the page was reloaded/).waitFor();
    await phase('Ready.').waitFor();
    await page.getByRole('tab', { name: 'Runs' }).click();
    await expect
      .poll(async () => (await driver.texts('haze-runs tbody tr')).join('\n'))
      .toMatch(/C0-Reference.*(stopped by you|cancelled)/i);
  });
});
