// On a host that sends no headers, and so without memory that page and worker share: programs that print without end, in the
// playground at its first visit and in a frame on another site, and all examples of the gallery.
import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Program } from '../../src/ui/playground/program.ts';
import { isMissing, type StartedChromium, startChromium } from './browsers.ts';
import { EmbedSite } from './embed-site.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = new URL('../../dist/page/', import.meta.url).pathname;
const EXAMPLES = new URL('../../examples/', import.meta.url).pathname;
const ENDLESS = '#include <stdio.h>\nint main(void) {\n  for (;;) puts("spam");\n}\n';

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

  test('endless printing at the first visit: output is shown, Stop is heard, what was printed stays', async () => {
    await openPlayground({ source: ENDLESS, language: 'C' });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await page.getByRole('button', { name: 'Run' }).first().click();
    // More than is shown, and it goes on.
    await page.locator('haze-console .cut').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.phase', { hasText: 'Stopped by you' }).waitFor();
    // As one copies it: what is out of sight is not laid out, and counts all the same.
    const copied = await page.evaluate(() => {
      getSelection()!.selectAllChildren(document.querySelector('haze-console .stdout')!);
      return String(getSelection());
    });
    expect(copied).toMatch(/^(spam\n){50000}/);
  });

  test('endless printing in a frame of another site: output is shown and counted, Stop is heard', async () => {
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
      // Lines end where blocks of them do, too.
      expect(await program.locator('[part=output]').textContent()).toMatch(/^(spam\n?){100000}/);
    } finally {
      site.close();
    }
  });

  test('a crash names its line, of a program that was built without debug information', async () => {
    const source =
      '#include <stdio.h>\nint main(int argc, char **argv) {\n  puts("before");\n  return 10 /\n    (argc - 1);\n}\n';
    const driver = await openPlayground({ source, language: 'C' });
    expect(await driver.run()).toMatch(
      /^Ended: an integer was divided by zero \(in main\), at main\.c:4:\d+$/,
    );
    expect(await driver.text('haze-console .stderr')).toMatch(/\nhaze: at main\.c:4:\d+$/);
    expect(await driver.text('haze-console .stdout')).toBe('before');
  });

  test('every example of the gallery builds and runs', async () => {
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
    expect(ends).toEqual(Object.fromEntries(gallery.map(({ file }) => [file, 'Completed, exit status 0'])));
  });
});
