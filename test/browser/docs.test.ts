// A documentation page from a site's build: ten programs with their output, served under a path, with a content
// security policy without inline scripts. Runs with and without scripts in Chromium; embed-firefox.test.ts and
// embed-private.test.ts cover frames in other engines.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProgramBench } from '../../src/node/docs/program-bench.ts';
import { type GivenProgram, renderPage } from '../../src/node/docs/render-page.ts';
import { ContentCache } from '../../src/node/files/content-cache.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { untilKeptWhole } from './kept-whole.ts';
import { StaticHost } from './static-host.ts';

const POLICY =
  "default-src 'self' data:; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'";
const SITE = fileURLToPath(new URL('../../dist/page/', import.meta.url));
/** The maximum size of the downloads before any program is run. */
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

/** The second program is built with a hidden header file. */
const HEADER: GivenProgram = {
  language: 'c',
  attributes: 'file="factor.h" part hidden',
  text: '#define FACTOR 2\n',
  line: 1,
};
const SECOND: GivenProgram = {
  ...program(2),
  attributes: `${program(2).attributes} with="factor.h"`,
  text: program(2)
    .text.replace('2 *', 'FACTOR *')
    .replace('#include <stdio.h>', '#include <stdio.h>\n#include "factor.h"'),
};

/** Programs for a right-to-left page: one exits with a nonzero status, and the other does not build. */
const MIRRORED: readonly GivenProgram[] = [
  { ...program(1), attributes: 'name="ends" caption="עילוי" exit="3"', text: ending(3) },
  { ...program(2), attributes: 'name="fails" continue-on-error', text: 'int main(void) { return x; }\n' },
];

function ending(status: number): string {
  return `#include <stdio.h>\nint main(void) { puts("lift: 5 N"); return ${status}; }\n`;
}

describe.skipIf(isMissing('Chromium'))('a page with ten programs', () => {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'haze-docs-page-'));
  let browser: Browser;
  let host: StaticHost;
  let page: Page;

  beforeAll(async () => {
    const bench = new ProgramBench({ cache: new ContentCache(cacheFolder) });
    const others = Array.from({ length: 8 }, (_, i) => program(i + 3));
    others[0] = { ...others[0]!, attributes: `${others[0]!.attributes} file="power.c"` };
    const programs = [HEADER, program(1), SECOND, ...others];
    const rendered = await renderPage({ file: 'page.md', programs, lang: 'de' }, bench);
    const mirrored = await renderPage({ file: 'mirrored.md', programs: MIRRORED, lang: 'he' }, bench);
    bench.close();
    expect(rendered.problems).toEqual([]);
    const head =
      '<link rel="icon" href="data:,"><link rel="stylesheet" href="haze/haze-docs.css"><script src="haze/haze-docs.js" defer></script>';
    const describePage = (html: string, { programs }: typeof rendered) => {
      const figures = programs.map((one) => one.html).join('\n<p>Text.</p>\n');
      return `<!doctype html><html ${html}><meta charset="utf-8"><title>x</title>${head}<body><h1>x</h1>${figures}`;
    };
    host = await StaticHost.open({
      folder: SITE,
      path: '/some/folder/haze/',
      headers: { 'Content-Security-Policy': POLICY },
      pages: {
        '/some/folder/page.html': describePage('lang="de"', rendered),
        '/some/folder/mirrored.html': describePage('lang="he" dir="rtl"', mirrored),
      },
    });
    browser = await launchChromium();
    page = await (await openContext(browser)).newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    rmSync(cacheFolder, { recursive: true, force: true });
  });

  test('source, output, densities and captions are visible without scripts', async () => {
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

  test('a page loads at most 15 kB before a program runs, and obeys its content security policy', async () => {
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
    const before = await figure.boundingBox();
    await figure.getByRole('button', { name: 'Ausführen' }).click();
    await expect
      .poll(() => figure.locator('haze-program section').innerText())
      .toMatch(/Fertig nach[\s\S]*power: 8\.0 ± 1\.2/);
    expect(await figure.locator('pre.haze-output').isVisible()).toBe(false);
    // The content below stays in place, apart from the width of a border.
    const after = await figure.boundingBox();
    expect(Math.abs(after!.height - before!.height)).toBeLessThanOrEqual(4);
    expect(await page.locator('#haze-p3 pre.haze-output').isVisible()).toBe(true);
    expect(violations).toEqual([]);
  });

  test('a program can be edited before it runs, and its recorded output stays visible until then', async () => {
    await page.goto(new URL('../page.html', host.address).href);
    const figure = page.locator('#haze-p1');
    await figure.getByRole('button', { name: 'Bearbeiten' }).click();
    const area = figure.getByRole('textbox');
    await area.waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('haze-p1');
    await figure.locator('pre.haze-output').focus();
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('HAZE-PROGRAM');
    await area.fill('#include <stdio.h>\nint main(void) { puts("changed"); }');
    expect(await figure.locator('pre.haze-output').isVisible()).toBe(true);
    await area.press('Control+Enter');
    await expect.poll(() => figure.locator('haze-program section').innerText()).toMatch(/changed/);
    expect(await figure.locator('pre.haze-output').isVisible()).toBe(false);
  });

  test('queued programs report that they are waiting, and the bar keeps the file name', async () => {
    await page.goto(new URL('../page.html', host.address).href);
    const facts = page.locator('#haze-p3').getByText('power.c · C · C0-S').first();
    await facts.waitFor();
    const waited = page.waitForFunction(() =>
      [...document.querySelectorAll('haze-program')].some((element) =>
        element.shadowRoot?.textContent?.includes('Wartet auf ein anderes Programm'),
      ),
    );
    for (const name of ['#haze-p3', '#haze-p5', '#haze-p6']) {
      await page.locator(name).getByRole('button', { name: 'Ausführen' }).click();
    }
    await waited;
    for (const name of ['#haze-p3', '#haze-p5', '#haze-p6']) {
      await expect
        .poll(() => page.locator(`${name} haze-program section`).innerText())
        .toMatch(/Fertig nach/);
    }
    for (const name of ['Kopieren', 'Playground', 'Bearbeiten'])
      expect(await page.locator('#haze-p3').getByRole('button', { name }).first().isVisible(), name).toBe(
        true,
      );
    const bar = page.locator('#haze-p3 haze-program').getByText('power.c · C · C0-S', { exact: true });
    expect(await bar.isVisible()).toBe(true);
  });

  test('a right-to-left page mirrors text and buttons, but not programs, output or compiler messages', async () => {
    await page.goto(new URL('../mirrored.html', host.address).href);
    const figure = page.locator('#haze-ends');
    const run = await figure.getByRole('button', { name: 'הרצה' }).boundingBox();
    const facts = await figure.locator('.haze-facts bdi').boundingBox();
    expect(run!.x + run!.width).toBeLessThan(facts!.x);
    expect(await figure.locator('figcaption').innerText()).toBe('תוכנית 1: עילוי');
    /** Measures the free space before and after the text in pixels. */
    const measure = (selector: string) =>
      page.locator(selector).evaluate((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const [words, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
        return { left: words.left - box.left, right: box.right - words.right };
      });
    for (const name of ['#haze-ends .haze-status', '#haze-ends figcaption', '#haze-fails .haze-problems p']) {
      const { left, right } = await measure(name);
      expect(right, name).toBeLessThan(left);
    }
    for (const name of ['#haze-ends .haze-source code', '#haze-ends .haze-output', '#haze-fails li']) {
      const { left, right } = await measure(name);
      expect(left, name).toBeLessThanOrEqual(right);
    }
    await figure.getByRole('button', { name: 'הרצה' }).click();
    const status = figure.getByRole('status').filter({ hasText: /^הסתיימה אחרי [\d.:]+ \S+: קוד יציאה 3$/ });
    await status.waitFor();
    expect(await status.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl');
  });

  test('the JavaScript notebook cells in docs/writing.md run a program with their input', async () => {
    const writing = readFileSync(new URL('../../docs/writing.md', import.meta.url), 'utf8');
    const cells = [...writing.matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text).join('\n');
    await page.goto(new URL('../page.html', host.address).href);
    await page.addScriptTag({ url: 'haze/haze-program.js' });
    // Globals that a JavaScript notebook provides to its cells.
    const given = `const Inputs = { range: (_, { value }) => value }; const view = (input) => input;
      const display = (node) => (document.body.append(node), node);`;
    await page.evaluate(`(async () => { ${given} ${cells} })()`);
    // By arithmetic: 29² times 1.225/2, and 29² times 0.05/(2 · √12).
    await expect
      .poll(() => page.locator('body > haze-program section').innerText())
      .toMatch(/Fertig nach[\s\S]*pressure: 515\.\d ± 6\.\d/);
  });

  test('if files cannot be loaded, the page says so, and the recorded output stays visible', async () => {
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

describe.skipIf(isMissing('Chromium'))('the Haze documentation itself', () => {
  let browser: Browser;
  let host: StaticHost;
  let page: Page;
  const told: string[] = [];

  beforeAll(async () => {
    host = await StaticHost.open({ folder: SITE, path: '/some/folder/' });
    browser = await launchChromium();
    page = await (await openContext(browser)).newPage();
    page.on('pageerror', (error) => told.push(error.message));
    // The list includes violations of the pages' own policy.
    page.on('console', (message) => {
      if (message.type() === 'error') told.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  async function findFaults(): Promise<string[]> {
    // Evaluated as the debugger evaluates its own scripts, since the page's policy forbids scripts passed as strings.
    await page.evaluate(axe.source);
    return page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
  }

  test.each(['index', 'uxhw', 'rest'])('axe finds no faults on the page %s, in both themes', async (name) => {
    await page.goto(new URL(`docs/${name}.html`, host.address).href);
    for (const theme of ['light', 'dark']) {
      await page.getByLabel('Theme').selectOption(theme);
      expect(await findFaults()).toEqual([]);
    }
  });

  test.each(['rest', 'command', 'server-options'])(
    'on a phone, the rows of tables on the page %s stay readable',
    async (name) => {
      const before = page.viewportSize()!;
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(new URL(`docs/${name}.html`, host.address).href);
      const [tallest, overflow] = await page.evaluate(() => [
        Math.max(...Array.from(document.querySelectorAll('tr'), (row) => row.getBoundingClientRect().height)),
        document.documentElement.scrollWidth - innerWidth,
      ]);
      await page.setViewportSize(before);
      expect(tallest).toBeLessThan(300);
      expect(overflow).toBeLessThanOrEqual(0);
    },
  );

  test('a section can be found and opened with the keyboard alone', async () => {
    await page.goto(new URL('docs/decisions/003-no-algebra.html', host.address).href);
    await page.keyboard.press('/');
    await page.keyboard.type('quantil');
    const hits = page.locator('#hits').getByRole('option');
    await hits.first().waitFor();
    expect(await hits.first().getAttribute('aria-selected')).toBe('true');
    expect(await findFaults()).toEqual([]);
    const wanted = await hits.nth(1).getAttribute('href');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(wanted!);
    expect(wanted).toMatch(/\/some\/folder\/docs\/[\w/-]+\.html/);
  });

  test('requests in the documentation are sent to the service in the page, and later requests use earlier responses', async () => {
    await page.goto(new URL('docs/rest.html', host.address).href);
    const requests = page.locator('figure.request');
    await requests.nth(1).getByRole('button').click();
    await expect.poll(() => requests.nth(1).innerText()).toContain('Send the requests above first');
    await requests.nth(0).getByRole('button').click();
    await expect.poll(() => requests.nth(0).innerText()).toMatch(/202[\s\S]*"BuildID": "bld_[0-9a-f]{32}"/);
    await requests.nth(1).getByRole('button').click();
    await expect.poll(() => requests.nth(1).innerText()).toMatch(/200[\s\S]*"Object": "Build"/);
    expect(told).toEqual([]);
  });

  test('without a network, even pages that were never opened are available', async () => {
    await untilKeptWhole(page, host.address);
    host.isAway = true;
    await page.goto(new URL('docs/', host.address).href);
    await page.getByRole('link', { name: 'Cores', exact: true }).click();
    await page.getByRole('heading', { name: 'Which one' }).waitFor();
    expect(await page.locator('#haze-follows .haze-output').innerText()).toMatch(/x \* x: 101 ± 20/);
    host.isAway = false;
  });
});
