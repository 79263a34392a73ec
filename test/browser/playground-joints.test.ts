// What of the playground works together: data files, projects, messages, links, values over several runs, storage that
// goes away. In Chromium, as a user would.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { describeProgram } from '../../src/ui/playground/program.ts';
import { packShareFragment } from '../../src/ui/share/share-link.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);
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
    opened.on('pageerror', (error) => problems.push(String(error.stack)));
    return opened;
  }

  const editor = () => page.locator('.cm-content');
  const said = (text: string | RegExp) => page.locator('.sentence').getByText(text);
  const textOf = () =>
    page.locator('.cm-line').evaluateAll((lines) => lines.map((line) => line.textContent).join('\n'));

  async function openZip(name: string, files: Record<string, Uint8Array>): Promise<void> {
    const inside = Object.fromEntries(
      Object.entries(files).map(([path, bytes]) => [`${name}/${path}`, bytes]),
    );
    const buffer = Buffer.from(zipSync(inside));
    const zip = { name: `${name}.zip`, mimeType: 'application/zip', buffer };
    await page.getByLabel('Open zip…').setInputFiles(zip);
    await page.getByRole('navigation', { name: `Files of ${name}` }).waitFor();
  }

  const saved = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return new Uint8Array(readFileSync(await download.path()));
  };

  test('a data file keeps its bytes, over a reload too', async () => {
    await driver.open({
      source: `#include <stdio.h>
int main(void) {
  FILE *in = fopen("data.bin", "rb");
  long sum = 0; int count = 0;
  for (int c; (c = fgetc(in)) != EOF; count++) sum += c;
  printf("%d bytes, sum %ld\\n", count, sum);
  return 0;
}
`,
    });
    await page.getByText('Arguments, input, files and flags').click();
    await page.getByLabel('Add files…').setInputFiles({
      name: 'data.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(ALL_BYTES),
    });
    await page.getByText('Binary, 256 B').waitFor();
    expect(await driver.run()).toBe('Completed, exit status 0');
    // 0 + 1 + … + 255.
    expect(await driver.text('haze-console .stdout')).toBe('256 bytes, sum 32640');
    await page.reload();
    await page.getByText('Binary, 256 B').waitFor();
    expect(await saved('Save data.bin')).toEqual(ALL_BYTES);
    expect(await driver.run()).toBe('Completed, exit status 0');
    expect(await driver.text('haze-console .stdout')).toBe('256 bytes, sum 32640');
  });

  test('files of a program are offered without any input, and when it fails; the next run does not find them', async () => {
    await driver.open({
      source: `#include <stdio.h>
int main(void) {
  if (fopen("out.bin", "rb")) return 9;
  FILE *out = fopen("out.bin", "wb");
  for (int c = 0; c < 256; c++) fputc(c, out);
  fclose(out);
  return 3;
}
`,
    });
    for (let run = 0; run < 2; run += 1) {
      expect(await driver.run()).toBe('Ended: exit status 3');
      expect(await saved('Save out.bin (256 bytes)')).toEqual(ALL_BYTES);
    }
  });

  test('messages of a project name their files; places and fixes lead there, and nowhere else', async () => {
    const main = 'int part(void);\nint main(void) { return part(); }\n';
    await openZip('parts', {
      'src/main.c': encode(main),
      'src/part.c': encode('int part(void) {\n  return 0\n}\n'),
    });
    await expect.poll(textOf).toContain('int main(void)');
    expect(await driver.run()).toBe('The program does not build');
    const list = page.getByRole('list', { name: 'Messages of the compiler' });
    await list.getByRole('button', { name: /^src\/part\.c:2:\d+/ }).waitFor();
    await list.getByRole('button', { name: 'Fix: insert “;”' }).click();
    await expect.poll(textOf).toBe('int part(void) {\n  return 0;\n}\n');
    await page.getByRole('navigation').getByRole('button', { name: 'main.c' }).click();
    await expect.poll(textOf).toBe(main);
    expect(await driver.run()).toBe('Completed, exit status 0');
  });

  test('a fix is applied where its text is now, and not where it was changed', async () => {
    await driver.open({ source: 'int main(void) {\n  return 0\n}\n' });
    expect(await driver.run()).toBe('The program does not build');
    await editor().press('Control+Home');
    await page.keyboard.type('// first\n');
    const fix = page
      .getByRole('list', { name: 'Messages of the compiler' })
      .getByRole('button', { name: /^Fix/ });
    await fix.click();
    await expect.poll(textOf).toBe('// first\nint main(void) {\n  return 0;\n}\n');
    await fix.click();
    await said('the fix does not fit any more').waitFor();
    expect(await textOf()).toBe('// first\nint main(void) {\n  return 0;\n}\n');
  });

  test('a link to a project holds all of it; one that is too large says so', async () => {
    await openZip('whole', {
      'src/main.c': encode(
        '#include "part.h"\n#include <stdio.h>\nint main(void) { printf("%d\\n", PART); return 0; }\n',
      ),
      'src/part.h': encode('#define PART 17\n'),
    });
    await page.getByRole('button', { name: 'Share' }).click();
    await said(/which hold all 2 files of the project/).waitFor();
    const link = page.url();
    const other = await newPage(await openContext(browser));
    await other.goto(link);
    const there = new PlaygroundDriver(other as unknown as DrivenPage, host.address);
    await other
      .getByRole('navigation', { name: 'Files of whole' })
      .getByRole('button', { name: 'part.h' })
      .waitFor();
    expect(await there.run()).toBe('Completed, exit status 0');
    expect(await there.text('haze-console .stdout')).toBe('17');
    await other.context().close();
    await page.getByRole('button', { name: 'Close project' }).click();
    // What no packing makes smaller.
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

  const width = (low: number) => `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("width (m) = %lf\\n", UxHwDoubleUniformDist(${low}, ${low + 2})); return 0; }
`;
  const viewer = () => page.locator('haze-value-viewer');

  test('the viewer follows a value into the next run, with the one before dashed, and closes when it is gone', async () => {
    await driver.open({ source: width(1) });
    await driver.run();
    await page.getByRole('button', { name: /2\.00 ± 0\.58/ }).click();
    await viewer().getByRole('columnheader', { name: 'width' }).waitFor();
    await editor().fill(width(5));
    await driver.run();
    await viewer().getByRole('columnheader', { name: 'width (run before)' }).waitFor();
    // Uniform from 5 to 7, and from 1 to 3.
    const cells = viewer().getByRole('row', { name: /^mean/ }).getByRole('cell');
    expect(await cells.allInnerTexts()).toEqual([
      expect.stringMatching(/^6\.0/),
      expect.stringMatching(/^2\.0/),
    ]);
    expect(await viewer().locator('figure svg path[stroke-dasharray]').count()).toBeGreaterThan(0);
    await editor().fill('int main(void) { return }');
    expect(await driver.run()).toBe('The program does not build');
    await viewer().waitFor({ state: 'detached' });
    await driver.open({ source: width(1) });
    await driver.run();
    await page.getByRole('button', { name: /2\.00 ± 0\.58/ }).click();
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.locator('dialog .card').first().click();
    await viewer().waitFor({ state: 'detached' });
  });

  test('on a phone a value that is tapped comes into sight, with the focus, and is announced', async () => {
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
      expect(await page.locator('.announcer').textContent()).toBe('Looking at width.');
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      expect(await page.evaluate(() => document.activeElement?.className)).toContain('value');
    } finally {
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });

  test('a shared link brings nothing of the compiler before the program is used', async () => {
    const fragment = await packShareFragment(describeProgram({ source: width(1) }));
    const context = await openContext(browser);
    const other = await newPage(context);
    host.requests.length = 0;
    await other.goto(`${host.address}#${fragment}`);
    await other.getByText('width (m)').waitFor();
    // The service is there.
    await other.locator('select.core option').nth(10).waitFor({ state: 'attached' });
    const compilers = () => host.requests.filter((path) => path.startsWith('toolchain/'));
    expect(compilers()).toEqual([]);
    await other.locator('.cm-content').click();
    await expect.poll(() => compilers().length).toBeGreaterThan(0);
    await context.close();
  });

  test('a clock goes on while a program runs', async () => {
    await driver.open({ source: 'int main(void) { volatile int go = 1; while (go) {} }\n' });
    await page.getByRole('button', { name: /^Run/ }).click();
    await page
      .locator('.figures')
      .getByText(/^[2-9] s$/)
      .waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped by you', { exact: true }).waitFor();
  });

  test('after site data were cleared the page says so, and goes on', async () => {
    await driver.open({ source: width(1) });
    expect(await driver.run()).toBe('Completed, exit status 0');
    const devtools = await page.context().newCDPSession(page);
    const origin = new URL(host.address).origin;
    const before = host.requests.length;
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await said('What this browser kept for the page was removed').waitFor();
    expect(await driver.run()).toBe('Completed, exit status 0');
    expect(await driver.texts('button.value')).toEqual(['2.00 ± 0.58']);
    expect(host.requests.slice(before).filter((path) => path.startsWith('api'))).toEqual([]);
    // What is open is kept once more.
    await page.reload();
    await expect.poll(textOf).toContain('width (m)');
    expect(await driver.run()).toBe('Completed, exit status 0');
  });
});
