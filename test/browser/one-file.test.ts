// HTML files with live programs, opened from disk with the network off. They come from `haze export-page`, from
// `haze docs render --one-file`, and from the playground. The tests run in three engines, because engines handle
// workers and local files differently; only Chromium saves the file from the playground.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND } from '../command.ts';
import {
  isMissing,
  launchChromium,
  openContext,
  PATIENCE_MS,
  type StartedChromium,
  startChromium,
} from './browsers.ts';
import { adaptPage, openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { startWebKit } from './driven-webkit.ts';
import { type DrivenPage, PlaygroundDriver } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const SITE = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const MOST_BYTES = 900_000;
/** The maximum size of the file rendered from the document with two programs. */
const MOST_DOCUMENT_BYTES = 966_000;

const TEXT = `#include <stdio.h>
#include <uxhw.h>
#include "factor.h"

int main(int count, char **words) {
  double side = UxHwDoubleGaussDist(2.0, 0.1), factor, more;
  FILE *table = fopen("table.csv", "r"), *bytes = fopen("few.bin", "rb");
  if (!table || !bytes || fscanf(table, "%lf", &more) != 1 || fgetc(bytes) != 255) return 2;
  if (scanf("%lf", &factor) != 1) return 1;
  printf("%s: %lf m2\\n", words[1], FACTOR * factor * side * side + more);
  return words[count][0] + FACTOR;
}
`;

/** Two programs in one document. The first is in Fortran's fixed form, where spaces matter. */
const DOCUMENT = `# Two programs

\`\`\`f77 haze editable name="fixed"
      PROGRAM FIXED
C     A comment.
      PRINT *, 'four:', 2 * 2
      END
\`\`\`

Text *between*.

\`\`\`c haze name="read" data="data/table.csv" controls
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  FILE *table = fopen("table.csv", "r");
  double width = UxHwDoubleUniformDist(1.0, 3.0), more;
  if (!table || fscanf(table, "%lf", &more) != 1) return 1;
  printf("width: %lf m\\n", width + more);
  return 0;
}
\`\`\`

\`\`\`c haze fails="undeclared"
int main(void) { return x; }
\`\`\`
`;

const folder = mkdtempSync(join(tmpdir(), 'haze-one-file-'));
const page = join(folder, 'area.html');
const paper = join(folder, 'document.html');
const haze = (...words: string[]) =>
  execFileSync(process.execPath, [COMMAND, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

beforeAll(() => {
  writeFileSync(join(folder, 'area.c'), TEXT);
  writeFileSync(join(folder, 'factor.h'), '#define FACTOR 2\n');
  writeFileSync(join(folder, 'input.txt'), '3\n');
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/table.csv'), '5,6\n');
  writeFileSync(join(folder, 'data/few.bin'), Uint8Array.of(255, 0, 1));
  writeFileSync(join(folder, 'document.md'), DOCUMENT);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const given = ['--inputs', 'data', '--stdin', 'input.txt', '--args', 'area'];

test('a program that does not build is reported with its line, and other invalid input with the reason', () => {
  expect(() => haze('export-page', 'area.c', '-o', 'none.html')).toThrow(/area\.c:\d+: .*factor\.h/);
  expect(() => haze('export-page', 'area.c', '-o', 'none.html', '--playground', 'nowhere')).toThrow(
    /--playground/,
  );
  expect(() => haze('docs', 'render', '--one-file', 'area.c', '-o', 'none.html')).toThrow(/neither HTML/);
  expect(() => haze('docs', 'render', '--one-file', 'document.md', '-o', 'none.html')).toThrow(
    /npm install markdown-it/,
  );
});

test('the exported files stay below their size limits and load no other files', () => {
  writeFileSync(join(folder, 'area.c'), TEXT.replace('words[count][0] + FACTOR', '0'));
  haze('export-page', 'area.c', 'factor.h', '-o', page, '--controls', ...given);
  symlinkSync(PACKAGES, join(folder, 'node_modules'));
  haze('docs', 'render', '--one-file', 'document.md', '-o', paper);
  const bounds = [
    [page, MOST_BYTES],
    [paper, MOST_DOCUMENT_BYTES],
  ] as const;
  for (const [path, mostBytes] of bounds) {
    expect(statSync(path).size).toBeLessThan(mostBytes);
    expect(readFileSync(path, 'utf8')).not.toMatch(/(?:src|href)="(?!data:)/);
  }
});

test('an HTML document keeps the text around its programs, while its script and recorded output are replaced', () => {
  writeFileSync(
    join(folder, 'own.html'),
    `<!doctype html><html lang="de"><head><title>Own</title><link rel="stylesheet" href="own.css">
<script src="haze/haze-docs.js" defer></script></head><body><p>before</p>
<pre data-haze='c name="one"'>#include &lt;stdio.h>
int main(void) { puts("one"); return 0; }
</pre>
<pre class="haze-output">one</pre>
<p>after</p></body></html>`,
  );
  haze('docs', 'render', '--one-file', 'own.html', '-o', 'own-live.html');
  const text = readFileSync(join(folder, 'own-live.html'), 'utf8');
  expect(text).toMatch(
    /<p>before<\/p>\s*<figure class="haze-program" id="haze-one"[\s\S]*<\/figure>\s*<p>after/,
  );
  expect(text).not.toContain('haze/haze-docs.js');
  // The recorded output appears only once, in the figure.
  expect(text.match(/class="haze-output"/g)).toHaveLength(1);
});

/** The text of the page's live programs. Runs in the page. */
const liveText = () =>
  Array.from(document.querySelectorAll('haze-program'), (one) => one.shadowRoot?.textContent ?? '')
    .join('\n')
    .replaceAll(/\s+/g, ' ');

/** Runs the files as a reader would, and compares the results with arithmetic. */
async function readFiles(tab: DrivenPage): Promise<void> {
  const run = async (path: string, count: number) => {
    const address = pathToFileURL(path).href;
    await tab.goto(address);
    const driver = new PlaygroundDriver(tab, address);
    for (let i = 0; i < count; i++) await driver.click('Run', 'button[name=run]');
    return driver;
  };
  const untilText = (driver: PlaygroundDriver, pattern: RegExp) =>
    driver.until(
      (source) => {
        const all = Array.from(
          document.querySelectorAll('haze-program'),
          (one) => one.shadowRoot?.textContent,
        );
        return new RegExp(source).test(all.join('\n').replaceAll(/\s+/g, ' '));
      },
      pattern.source,
      PATIENCE_MS,
    );
  // 6 · (2² + 0.1²) + 5, and 6 · 2 · 2 · 0.1.
  const one = await run(page, 1);
  await untilText(one, /area: 29\.1 ± 2\.4/);
  await one.click('29.1', 'button.value');
  const loaded = await tab.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => !/^(?:blob|data):/.test(name)),
    undefined,
  );
  expect(loaded).toEqual([]);
  const two = await run(paper, 2);
  await untilText(two, /four: 4 .*width: 7\.00 ± 0\.58/);
  expect(await tab.evaluate(liveText, undefined)).not.toContain('could not');
}

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let browser: StartedChromium;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.end());

  async function openOffline(path: string): Promise<Page> {
    await browser.context.setOffline(true);
    const tab = await browser.context.newPage();
    errors.length = 0;
    tab.on('pageerror', (error) => errors.push(error.message));
    tab.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text());
    });
    await tab.goto(pathToFileURL(path).href);
    return tab;
  }

  test('an exported page runs from disk without a network, with sliders and a value viewer, and shows its licences', async () => {
    const tab = await openOffline(page);
    expect(await tab.locator('pre.haze-output').innerText()).toMatch(/^area: 29\.1 ± 2\.4/);
    expect(await tab.getByRole('button', { name: 'Playground' }).count()).toBe(0);
    await tab.getByRole('button', { name: 'Run', exact: true }).click();
    const section = tab.locator('haze-program section');
    await expect.poll(() => section.innerText()).toMatch(/Completed[\s\S]*area: 29\.1 ± 2\.4/);
    await section.locator('haze-controls').getByText('side').first().waitFor();
    await section.getByRole('button', { name: /29\.1/ }).click();
    await section.locator('haze-value-viewer').waitFor();
    await tab.getByText('Licences of what is in this file').click();
    await expect.poll(() => tab.locator('#haze-licences pre').innerText()).toMatch(/LLVM/);
    expect(errors).toEqual([]);
    await tab.close();
    await browser.context.setOffline(false);
  });

  test('all programs in a document run, and programs that do not build have no button', async () => {
    const tab = await openOffline(paper);
    await expect.poll(() => tab.getByRole('button', { name: 'Run', exact: true }).count()).toBe(2);
    expect(await tab.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    expect(await tab.getByText('Text between.').count()).toBe(1);
    await readFiles(tab);
    await tab.close();
    await browser.context.setOffline(false);
  });

  test('a damaged module affects only its own program, which reports the damage', async () => {
    const damaged = join(folder, 'damaged.html');
    const text = readFileSync(paper, 'utf8');
    // Damages the module of the first program.
    writeFileSync(damaged, text.replace(/(data-part="module">.{400}).{100}/, '$1'));
    const tab = await browser.context.newPage();
    await tab.goto(pathToFileURL(damaged).href);
    const driver = new PlaygroundDriver(tab, '');
    for (let i = 0; i < 2; i++) await driver.click('Run', 'button[name=run]');
    const programs = tab.locator('haze-program section');
    await expect.poll(() => programs.first().innerText()).toMatch(/no compiler.* truncated or damaged/);
    await expect.poll(() => programs.last().innerText()).toMatch(/width: 7\.00/);
    await tab.close();
  });

  test('source and output are visible without scripts', async () => {
    const plain = await launchChromium();
    const tab = await (await openContext(plain, { javaScriptEnabled: false })).newPage();
    await tab.goto(pathToFileURL(page).href);
    expect(await tab.locator('.haze-source').innerText()).toContain('UxHwDoubleGaussDist');
    expect(await tab.locator('pre.haze-output').innerText()).toMatch(/^area: 29\.1 ± 2\.4/);
    await plain.close();
  });

  test('the playground saves a run as a page with the same values and a button that leads back to the playground', async () => {
    const host = await StaticHost.open({ folder: SITE, path: '/haze/' });
    const tab = await browser.context.newPage();
    const driver = new PlaygroundDriver(tab, new URL('index.html', host.address).href);
    await driver.openAfresh({
      title: 'Own page',
      core: 'C0-S',
      source: TEXT.replace('#include "factor.h"', '#define FACTOR 2').replace(
        'words[count][0] + FACTOR',
        '0',
      ),
      arguments: 'area',
      stdin: '3\n',
      files: [
        { path: 'table.csv', text: '5,6\n' },
        { path: 'few.bin', base64: btoa('\xff\0') },
      ],
    });
    expect(await driver.run()).toBe('completed');
    const shown = /area: \S+ ± \S+/.exec(await driver.text('haze-console'))![0];
    await driver.click('Save', 'haze-menu button');
    // Uses the pointer, because the list must be on top of the surrounding panes.
    await tab.getByRole('menuitem', { name: /^Standalone page/ }).click();
    const dialog = tab.getByRole('dialog', { name: 'Standalone page' });
    // The host is local, so no reader can reach it.
    const address = dialog.getByLabel('Address of a playground that opens it');
    expect(await address.inputValue()).toBe('');
    await address.fill('nowhere');
    await dialog.getByText('https://haze.example/').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save page' }).isDisabled()).toBe(true);
    await address.fill(host.address);
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save page' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Own-page.html');
    await dialog.getByText(/Own-page\.html \(\d+ kB\) was saved/).waitFor();
    const saved = join(folder, 'saved.html');
    await download.saveAs(saved);
    expect(statSync(saved).size).toBeLessThan(MOST_BYTES);
    await tab.close();
    const file = await openOffline(saved);
    expect(await file.locator('pre.haze-output').innerText()).toContain(shown);
    await file.getByRole('button', { name: 'Run', exact: true }).click();
    const section = file.locator('haze-program section');
    await expect.poll(() => section.innerText()).toContain(shown);
    await section.locator('haze-controls').getByText('side').first().waitFor();
    expect(errors).toEqual([]);
    await file.reload();
    await browser.context.setOffline(false);
    const [opened] = await Promise.all([
      browser.context.waitForEvent('page'),
      file.getByRole('button', { name: 'Playground' }).click(),
    ]);
    await opened.locator('.cm-content').getByText('UxHwDoubleGaussDist').waitFor();
    const back = new PlaygroundDriver(opened, host.address);
    expect(await back.run()).toBe('completed');
    expect(await back.text('haze-console')).toContain(shown);
    await opened.close();
    await file.close();
    await host.close();
  });
});

test.skipIf(isMissing('Firefox'))('Firefox runs exported files from disk without a network', async () => {
  const nowhere = {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': 9,
  };
  const browser = await startDrivenFirefox({ ...nowhere, 'network.proxy.ssl_port': 9 });
  await readFiles(adaptPage(await openFirefoxPage(browser)));
  await browser.close();
});

test.skipIf(isMissing('WebKit'))('WebKit runs exported files from disk', async () => {
  const browser = await startWebKit();
  await readFiles(await browser.newPage());
  await browser.end();
});
