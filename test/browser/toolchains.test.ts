// Foreign compilers in Chromium, which are selected in the picker and run in a sandbox, and whose objects are linked to
// our runtime. offline-firefox.test.ts covers a foreign compiler in Firefox, which isolates the sandbox differently.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { buildForeignCompiler } from './foreign-compiler.ts';
import { OFFLINE_SITES } from './offline-build.ts';
import { StaticHost } from './static-host.ts';

describe.skipIf(isMissing('Chromium'))('Chromium', () => {
  let host: StaticHost;
  let browser: Browser;
  let page: Page;
  let compiler: Uint8Array;
  const problems: string[] = [];

  beforeAll(async () => {
    compiler = await buildForeignCompiler();
    host = await StaticHost.open({ folder: OFFLINE_SITES.first, path: '/' });
    browser = await launchChromium();
    page = await (await openContext(browser)).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(host.address);
    await page.waitForSelector('body[data-connected]');
  });

  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  async function run(source: string): Promise<string> {
    await page.evaluate((code) => Object.assign(window, { program: code }), source);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.waitForFunction(
      () => !['', 'running'].includes(document.querySelector('#output')?.textContent ?? ''),
    );
    return (await page.textContent('#output'))!;
  }

  async function choose(bytes: Uint8Array, args: string): Promise<void> {
    await page.getByLabel('Programs are built by').selectOption('file');
    await page.getByLabel('File').setInputFiles({
      name: 'other.wasm',
      mimeType: 'application/wasm',
      buffer: Buffer.from(bytes),
    });
    await page.getByLabel('Arguments').fill(args);
    await page.getByRole('button', { name: 'Use' }).click();
  }

  test('on a host without special headers, threads are missing on the first load and available after a reload', async () => {
    await page.getByLabel('Programs are built by').selectOption('file');
    await page.getByText(/need memory shared between threads/).waitFor();
    expect(host.requests.filter((path) => path.startsWith('wasmer/'))).toEqual([]);
    await page.reload();
    await page.waitForSelector('body[data-connected]');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  });

  test('a compiler selected as a file builds programs whose values carry distributions', async () => {
    await choose(compiler, '{source} -o {object}');
    await page.getByText('This page builds programs with other.wasm.').waitFor();
    expect(await run('answer 4711')).toMatch(
      /^Completed Completed the other compiler says 4711, 3\.0*Ux[0-9A-F]+/,
    );
    expect(await run('answer 42')).toContain('says 42, 3.');
  });

  test('error messages from a foreign compiler appear in the build log', async () => {
    expect(await run('nothing')).toContain('main.c:1:1: error: there is no answer');
  });

  test('a file that is not WebAssembly is rejected with a message, and the built-in compiler is used', async () => {
    await choose(new TextEncoder().encode('not a program'), '{source} -o {object}');
    await page.getByText(/The toolchain "other.wasm" could not be loaded/).waitFor();
    expect(await run('int main(void) { return 0; }')).toContain('Completed Completed');
  });

  test('the console contains no errors or warnings', () => {
    expect(problems).toEqual([]);
  });
});
