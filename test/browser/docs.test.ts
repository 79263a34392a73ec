// A page of documentation as a site's build makes it: ten programs with what they print, below a path, under a content
// security policy without inline scripts. With scripts, and without.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openContentCache } from '../../src/node/content-cache.ts';
import { openProgramBench } from '../../src/node/docs/program-bench.ts';
import { type GivenProgram, renderPage } from '../../src/node/docs/render-page.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { StaticHost } from './static-host.ts';

const POLICY =
  "default-src 'self' data:; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'";
const SITE = fileURLToPath(new URL('../../dist/page/', import.meta.url));
/** Before the first run of any program. */
const MOST_BYTES = 15_000;

const program = (i: number): GivenProgram => ({
  language: 'c',
  attributes: `core="C0-S" name="p${i}" caption="Number ${i}" editable`,
  text: `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("power: %lf W\\n", ${i} * UxHwDoubleUniformDist(3, 5)); }
`,
  line: 10 * i,
});

describe.skipIf(isMissing('Chromium'))('a page with ten programs', () => {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'haze-docs-page-'));
  let browser: Browser;
  let host: StaticHost;
  let page: Page;

  beforeAll(async () => {
    const bench = openProgramBench({ cache: openContentCache(cacheFolder) });
    const programs = Array.from({ length: 10 }, (_, i) => program(i + 1));
    const rendered = await renderPage({ file: 'page.md', programs, lang: 'de' }, bench);
    bench.close();
    expect(rendered.problems).toEqual([]);
    const figures = rendered.programs.map(({ html }) => html).join('\n<p>Text.</p>\n');
    const head =
      '<link rel="icon" href="data:,"><link rel="stylesheet" href="haze/haze-docs.css"><script src="haze/haze-docs.js" defer></script>';
    const text = `<!doctype html><html lang="de"><meta charset="utf-8"><title>x</title>${head}<body><h1>x</h1>${figures}`;
    host = await StaticHost.open({
      folder: SITE,
      path: '/some/folder/haze/',
      headers: { 'Content-Security-Policy': POLICY },
      pages: { '/some/folder/page.html': text },
    });
    browser = await launchChromium();
    page = await (await openContext(browser)).newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    rmSync(cacheFolder, { recursive: true, force: true });
  });

  test('without scripts, source, output, densities and captions are there', async () => {
    const context = await openContext(browser, { javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(new URL('../page.html', host.address).href);
    const figure = plain.locator('#haze-p3');
    expect(await figure.locator('.haze-source').innerText()).toContain('3 * UxHwDoubleUniformDist(3, 5)');
    // By arithmetic: 3 · 4, and 3 · 2/√12.
    expect(await figure.locator('.haze-output').innerText()).toMatch(/^power: 12\.0 ± 1\.7\s+W$/);
    expect(await figure.getByRole('img', { name: /mean 12\.0, standard deviation 1\.7/ }).count()).toBe(1);
    expect(await figure.locator('figcaption').innerText()).toBe('Programm 3: Number 3');
    expect(await plain.getByRole('button').count()).toBe(0);
    await context.close();
  });

  test('one program comes alive, with 15 kB before it does and with no violation of the policy', async () => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) violations.push(message.text());
    });
    host.requests.length = 0;
    await page.goto(new URL('../page.html', host.address).href, { waitUntil: 'networkidle' });
    expect(await page.getByRole('button', { name: 'Ausführen' }).count()).toBe(10);
    const files = host.requests.map((path) => statSync(join(SITE, path)).size);
    expect(files).toHaveLength(2);
    expect(files.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
    const figure = page.locator('#haze-p2');
    await figure.getByRole('button', { name: 'Ausführen' }).click();
    await expect
      .poll(() => figure.locator('haze-program section').innerText())
      .toMatch(/Completed in[\s\S]*power: 8\.0 ± 1\.2/);
    expect(await figure.locator('pre.haze-output').isVisible()).toBe(false);
    expect(await page.locator('#haze-p3 pre.haze-output').isVisible()).toBe(true);
    expect(violations).toEqual([]);
  });

  test('a program is edited before it runs, and its output stays until it does', async () => {
    await page.goto(new URL('../page.html', host.address).href);
    const figure = page.locator('#haze-p1');
    await figure.getByRole('button', { name: 'Bearbeiten' }).click();
    const area = figure.getByRole('textbox');
    await area.fill('#include <stdio.h>\nint main(void) { puts("changed"); }');
    expect(await figure.locator('pre.haze-output').isVisible()).toBe(true);
    await area.press('Control+Enter');
    await expect.poll(() => figure.locator('haze-program section').innerText()).toMatch(/changed/);
    expect(await figure.locator('pre.haze-output').isVisible()).toBe(false);
  });

  test('what cannot be loaded is said, and the output stays', async () => {
    await page.goto(new URL('../page.html', host.address).href, { waitUntil: 'networkidle' });
    host.isAway = true;
    const figure = page.locator('#haze-p4');
    await figure.getByRole('button', { name: 'Ausführen' }).click();
    await figure.getByRole('alert').waitFor();
    expect(await figure.getByRole('alert').innerText()).toContain('konnte nicht geladen werden');
    expect(await figure.locator('pre.haze-output').isVisible()).toBe(true);
    host.isAway = false;
  });
});
