// Unedited programs run from the modules built with their site, on a file server whose `toolchain` folder has no
// compiler. Runs in Chromium, while the server counts its requests.
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProgramBench } from '../../src/node/docs/program-bench.ts';
import { type GivenProgram, renderPage } from '../../src/node/docs/render-page.ts';
import { ContentCache } from '../../src/node/files/content-cache.ts';
import { isMissing, launchChromium, openContext, PATIENCE_MS } from './browsers.ts';
import { StaticHost } from './static-host.ts';
import { listPieces, removeCompiler } from './without-compiler.ts';

const SITE = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const COMPILER = /^toolchain\//;

const C_TEXT = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double side = UxHwDoubleGaussDist(2.0, 0.1);
  printf("area: %lf m2\\n", side * side);
  return 0;
}
`;
const program = (name: string, language: string, text: string, words = ''): GivenProgram => ({
  language,
  text,
  line: 1,
  attributes: `name="${name}" core="C0-S+" ${words}`,
});

const PROGRAMS: readonly GivenProgram[] = [
  program('c', 'c', C_TEXT, 'editable'),
  program('sliders', 'c', C_TEXT.replace('area', 'field'), 'controls'),
  program(
    'input',
    'c',
    `#include <stdio.h>
int main(int count, char **words) {
  double x;
  if (count < 2 || scanf("%lf", &x) != 1) return 1;
  printf("%s %.1f\\n", words[1], 2 * x);
  return 0;
}
`,
    'arguments="twice" stdin="21"',
  ),
  program(
    'streams',
    'cpp',
    `#include <iostream>
#include <uxhw.h>
int main() { std::cout << "sum: " << UxHwDoubleUniformDist(1, 3) + 1 << std::endl; }
`,
  ),
  program(
    'fortran',
    'fortran',
    `program sum
  use uxhw
  implicit none
  real(8) :: x
  x = ux_gauss(3d0, 0.2d0)
  print *, x + 1d0
end program
`,
  ),
  program(
    'trap',
    'c',
    `#include <stdio.h>
#include <stdlib.h>
static int fall(int *place) {
  return *place;
}
int main(void) {
  puts("before");
  fflush(stdout);
  return fall((int *)(0xfffffff0u));
}
`,
    'fails="memory"',
  ),
  program(
    'decides',
    'c',
    `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1);
  if (x > 0.5) printf("high: %lf\\n", x);
  else printf("low: %lf\\n", x);
  return 0;
}
`,
    '',
  ),
];

const page = (figures: readonly string[]) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>x</title>
<link rel="stylesheet" href="haze/haze-docs.css"><script src="haze/haze-docs.js" defer></script>
<h1>x</h1>${figures.join('\n')}`;

/** Writes a page that contains a hand-written element. */
const byHand = (module: string, text = C_TEXT) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>x</title>
<script src="haze/haze-program.js"></script><h1>x</h1>
<haze-program module="${module}"><script type="text/plain">${text}</script></haze-program>`;

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haze-modules-'));
  const haze = join(folder, 'haze');
  let browser: Browser;
  /** A site without the compiler's files. */
  let bare: StaticHost;
  let open: Page;
  const said: string[] = [];

  beforeAll(async () => {
    cpSync(SITE, haze, {
      recursive: true,
      filter: (path) => !/[\\/](wasmer|docs)[\\/]/.test(path.slice(SITE.length - 1)),
    });
    removeCompiler(haze);
    const bench = new ProgramBench({ cache: new ContentCache(join(folder, 'cache')) });
    const rendered = await renderPage({ file: 'page.md', programs: PROGRAMS, folder: haze }, bench);
    bench.close();
    expect(rendered.problems).toEqual([]);
    writeFileSync(join(folder, 'page.html'), page(rendered.programs.map(({ html }) => html)));
    bare = await StaticHost.open({ folder, path: '/' });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await bare?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function visit(address: string): Promise<Page> {
    await open?.context().close();
    const context = await openContext(browser, { serviceWorkers: 'block' });
    open = await context.newPage();
    said.length = 0;
    open.on('console', (message) => said.push(message.text()));
    bare.requests.length = 0;
    await open.goto(address);
    return open;
  }

  const moduleOf = (name: string) =>
    readdirSync(join(haze, 'programs')).find((file) => file.startsWith(`${name}-`))!;
  const runIn = async (name: string): Promise<Locator> => {
    const figure = open.locator(`#haze-${name}`);
    await figure.getByRole('button', { name: 'Run', exact: true }).click();
    return figure.locator('haze-program section');
  };
  const compilerRequests = () => bare.requests.filter((path) => COMPILER.test(path.replace(/^haze\//, '')));

  test('programs in three languages run with arguments and input, without requesting the compiler', async () => {
    await visit(`${bare.address}page.html`);
    // By arithmetic: 2² + 0.1², and 2·2·0.1.
    const shows = async (name: string, text: RegExp) => {
      const section = await runIn(name);
      await expect.poll(() => section.innerText()).toMatch(text);
    };
    await shows('c', /Completed[\s\S]*area: 4\.01\d* ± 0\.40/);
    await shows('input', /twice 42\.0/);
    await shows('streams', /sum: 3\.\d* ± 0\.58/);
    await shows('fortran', /4\.0\d* ± 0\.20/);
    expect(new Set(compilerRequests()).size).toBe(1);
    // The modules are stored in rewritten form, and the page already has the kernels' URL.
    expect(bare.requests.filter((path) => /rewrite-program|files-\w+\.json/.test(path))).toEqual([]);
    expect(said).toEqual([]);
  });

  test('hovering over Run loads all files that a run needs, and nothing loads them earlier', async () => {
    await visit(`${bare.address}page.html`);
    const asked = (paths: RegExp) => bare.requests.filter((path) => paths.test(path));
    await open.locator('#haze-c').getByRole('button', { name: 'Run', exact: true }).hover();
    await expect.poll(() => asked(/haze-embed\.js/)).toHaveLength(1);
    await open.evaluate(
      async ({ source, module }) => {
        await customElements.whenDefined('haze-program');
        const element = document.createElement('haze-program');
        element.setAttribute('module', module);
        element.setAttribute('label', 'by hand');
        element.append(Object.assign(document.createElement('pre'), { textContent: source }));
        document.body.prepend(element);
      },
      { source: C_TEXT, module: `haze/programs/${moduleOf('c')}` },
    );
    const program = open.getByRole('region', { name: 'by hand', exact: true });
    const run = program.getByRole('button', { name: 'Run', exact: true });
    await run.waitFor();
    const ofRun = /run-worker|toolchain\/|\.haze$/;
    expect(asked(ofRun)).toEqual([]);
    await run.hover();
    await expect.poll(() => asked(ofRun)).toHaveLength(3);
    await run.click();
    await expect.poll(() => program.innerText()).toMatch(/area: 4\.01/);
    expect(asked(ofRun)).toHaveLength(3);
  });

  test('sliders, the viewer, named sources in the budget, and crash locations need no compiler', async () => {
    await visit(`${bare.address}page.html`);
    const sliders = await runIn('sliders');
    await sliders.locator('haze-controls').getByText('side').first().waitFor();
    const c = await runIn('c');
    await c.getByRole('button', { name: /4\.01/ }).click();
    await c.locator('haze-value-viewer').waitFor();
    await c.getByRole('button', { name: 'What makes it uncertain?' }).click();
    // The source is named after the line on which it is created.
    await c.locator('haze-budget').getByText('side').first().waitFor();
    const trap = await runIn('trap');
    await expect.poll(() => trap.innerText()).toMatch(/before[\s\S]*haze: at main\.c:4:\d+/);
    const decides = await runIn('decides');
    await expect.poll(() => decides.innerText()).toMatch(/main\.c:5/);
    expect(new Set(compilerRequests()).size).toBe(1);
  });

  test('an edited program reports that the compiler is missing, and runs again once its text is restored', async () => {
    await visit(`${bare.address}page.html`);
    const figure = open.locator('#haze-c');
    await figure.getByRole('button', { name: 'Edit' }).click();
    const area = figure.getByRole('textbox');
    const text = await area.inputValue();
    await area.fill(text.replace('area', 'size'));
    await area.press('Control+Enter');
    await expect.poll(() => figure.locator('section').innerText()).toMatch(/could not be loaded/);
    expect(said.filter((line) => line.includes('module'))).toEqual([]);
    await area.fill(text);
    await area.press('Control+Enter');
    await expect.poll(() => figure.locator('section').innerText()).toMatch(/area: 4\.01/);
  });

  test('the first edit of a C++ program loads the compiler part that precompiles headers, before any run', async () => {
    const source = `#include <iostream>\nint main() { std::cout << "one\\n"; }\n`;
    const host = await StaticHost.open({
      folder: SITE,
      path: '/haze/',
      pages: {
        '/page.html': `<!doctype html><html lang="en"><title>x</title><script src="haze/haze-program.js"></script>
<haze-program language="C++" editable><script type="text/plain">${source}</script></haze-program>`,
      },
    });
    await open?.context().close();
    open = await (await openContext(browser, { serviceWorkers: 'block' })).newPage();
    await open.goto(new URL('../page.html', host.address).href);
    const area = open.getByRole('textbox');
    await area.fill(source.replace('one', 'two'));
    const maker = listPieces(SITE, 'llvm.core-some.wasm')[0]!;
    await expect
      .poll(() => host.requests.includes(`toolchain/${maker}`), { timeout: PATIENCE_MS })
      .toBe(true);
    await open.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => open.locator('haze-program section').innerText()).toMatch(/Completed[\s\S]*two/);
    await host.close();
  });

  test('the playground’s first example runs, with budget, sliders and values by line, without loading the compiler', async () => {
    await open?.context().close();
    open = await (await openContext(browser, { serviceWorkers: 'block' })).newPage();
    // Stops the download that would follow later.
    await open.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    bare.requests.length = 0;
    await open.goto(`${bare.address}haze/index.html`);
    await open.getByRole('button', { name: /^Run/ }).click();
    await open.locator('.run-line[data-outcome=completed]').waitFor();
    await open.getByRole('button', { name: 'What makes it uncertain?' }).first().click();
    await open.locator('haze-budget').getByText('speed').first().waitFor();
    await open.locator('haze-uncertainty').getByText('Inputs', { exact: true }).click();
    await open.locator('input[type=range]').first().waitFor();
    await open.getByRole('button', { name: 'Values by line' }).click();
    await open.locator('.cm-line', { hasText: 'double pressure' }).getByText('516 ± 11').waitFor();
    expect(new Set(compilerRequests()).size).toBe(1);
    expect(bare.requests.filter((path) => /compile-worker/.test(path))).toEqual([]);
    // Opens another tab, whose jobs run in the first tab.
    const second = await open.context().newPage();
    bare.requests.length = 0;
    await second.goto(`${bare.address}haze/index.html`);
    await second.getByRole('button', { name: /^Run/ }).click();
    await second.locator('.run-line[data-outcome=completed]').waitFor();
    await second.getByRole('button', { name: 'What makes it uncertain?' }).first().click();
    await second.locator('haze-budget').getByText('speed').first().waitFor();
    expect(bare.requests.filter((path) => /compile-worker/.test(path))).toEqual([]);
    expect(new Set(compilerRequests()).size).toBeLessThanOrEqual(1);
    await second.close();
  });

  test("a program with a module runs in a frame on another site's page, without the compiler", async () => {
    const other = await StaticHost.open({
      folder: join(haze, 'programs'),
      path: '/programs/',
      pages: {
        '/page.html': byHand(`programs/${moduleOf('c')}`).replace(
          'haze/haze-program.js',
          `${bare.address.replace('127.0.0.1', 'localhost')}haze/haze-program.js`,
        ),
      },
    });
    await visit(new URL('../page.html', other.address).href);
    const frame = open.frameLocator('haze-program iframe');
    await frame.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => frame.locator('section').innerText()).toMatch(/area: 4\.01/);
    expect(new Set(compilerRequests()).size).toBe(1);
    await other.close();
  });
});
